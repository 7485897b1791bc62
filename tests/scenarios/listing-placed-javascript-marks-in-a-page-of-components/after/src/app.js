import express from "express";
import cors from "cors";
import { readOrders } from "./orders.js";

const app = express();
const PORT = 3000;

app.use(cors());
app.use(express.json());

app.get("/orders", async (req, res) => {
  const orders = await readOrders();
  res.json(orders);
});

app.post("/orders", async (req, res) => {
  const order = await save(req.body);
  res.status(201).json(order);
});

function format(order) {
  return `${order.id}: ${order.total}`;
}

const sum = (orders) => {
  return orders.reduce((a, b) => a + b.total, 0);
};

export default app;
