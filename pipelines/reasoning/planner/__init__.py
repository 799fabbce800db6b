"""Backward from the goals to a chain of calls: what to call, with what, in which order."""
