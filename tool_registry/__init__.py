"""What tools exist, what they need and yield, how to call them. Knows nothing of queries."""
