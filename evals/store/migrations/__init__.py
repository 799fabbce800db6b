"""Migrations of the evaluation's tables."""
