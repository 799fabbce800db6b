"""The index behind the filter: thousands of tools, searched by text and by vector."""
