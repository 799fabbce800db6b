"""An MCP server: coding agents and IDEs ask for test data, over HTTP and over standard streams."""
