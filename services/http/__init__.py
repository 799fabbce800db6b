"""The HTTP entrance: chat as a stream of typed events, runs, health."""
