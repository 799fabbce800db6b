"""The registry schema, version by version."""
