"""Cases written by a program: requests for every tool of a catalogue, by its graph."""
