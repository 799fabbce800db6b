"""A small real MCP server that makes parts, keeps a log of its effects, and fails on demand."""
