"""What may enter the pool: lint, poison, conflicts, shadowing, approval. Pure functions."""
