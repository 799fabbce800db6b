"""The channels schema, version by version."""
