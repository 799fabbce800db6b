"""What the stages hand to each other and to whoever listens."""
