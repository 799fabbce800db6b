"""Conversations that are handed over to a person."""
