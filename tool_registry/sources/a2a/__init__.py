"""Agents that speak A2A as sources of tools: a tool for each skill of their card."""
