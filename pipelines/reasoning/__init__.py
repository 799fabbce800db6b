"""Backward from the goals to a chain of tool calls, and what may become a plan."""
