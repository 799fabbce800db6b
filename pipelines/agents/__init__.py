"""Stages that a language model fills in. The model proposes; what it says is checked here."""
