"""Scorers: each judges one side of a turn and says why."""
