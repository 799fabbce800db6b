"""Applications that nobody here wrote: how each is started, filled, asked and looked at."""
