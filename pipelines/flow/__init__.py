"""The road of a request: its stages in order, what they share, and what a deployment decides."""
