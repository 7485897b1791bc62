const express = require("express");

const app = express();

function health(request, response) {
  response.json({ status: "ok" });
}

function list(request, response) {
  response.json([]);
}

app.get("/health", health);
app.get("/items", list);

module.exports = app;
