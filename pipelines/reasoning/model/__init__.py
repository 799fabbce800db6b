"""Planning by a model: what it is shown, its proposal, and what becomes of it."""
