"""Promises of the services that answer: real SDKs, real wires, no network."""
