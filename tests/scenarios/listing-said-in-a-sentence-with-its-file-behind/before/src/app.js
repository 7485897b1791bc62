const express = require("express");

function format(order) {
  return String(order.id);
}

function start(port) {
  express().listen(port);
}

module.exports = { format, start };
