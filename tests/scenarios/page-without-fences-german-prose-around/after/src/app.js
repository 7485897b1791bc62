const express = require("express");

function format(order) {
  return `#${order.id}`;
}

function start(port) {
  express().listen(port);
}

module.exports = { format, start };
