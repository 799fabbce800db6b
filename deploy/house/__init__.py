"""House rules as programs: `python -m deploy.house` at the root. Imports no product code."""
