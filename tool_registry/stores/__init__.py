"""The registry database: sources, states of tools, people's edits, what runs taught, the audit."""
