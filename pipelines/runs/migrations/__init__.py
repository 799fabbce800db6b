"""The runs schema, version by version."""
