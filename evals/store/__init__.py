"""Runs and their records, in a database."""
