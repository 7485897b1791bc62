import express from "express";
import { readOrders } from "./orders.js";

const app = express();
const PORT = 3000;

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

function sum(orders) {
  let total = 0;
  for (const order of orders) total += order.total;
  return total;
}

export default app;
