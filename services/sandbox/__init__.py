"""The demo sandbox: invented businesses behind MCP, with state, rules and an effects log."""
