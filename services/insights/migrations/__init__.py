"""The schema of what is kept of ended runs for figures, version by version."""
