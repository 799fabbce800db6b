"""What may enter the pool: lint, poison, conflicts, approval. Pure functions."""
