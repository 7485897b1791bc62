const express = require("express");

function format(order) {
  return String(order.id);
}

function start(port) {
  express().listen(port, "127.0.0.1");
}

module.exports = { format, start };
