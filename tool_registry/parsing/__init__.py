"""Parsing: what a source declares of its tools → the tools' essential models and their words."""
