"""The processes and their edges; the only layer that reads settings and wires the others."""
