"""The schema of conversations that are handed over, version by version."""
