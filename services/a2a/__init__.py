"""A2A, the protocol between agents: this service as an agent that others give tasks to."""
