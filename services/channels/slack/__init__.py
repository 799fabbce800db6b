"""Slack: events, commands and buttons by HTTP or Socket Mode, answers in Block Kit."""
