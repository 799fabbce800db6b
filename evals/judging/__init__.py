"""A model as judge of conversations: never the only one, held against scorers and people."""
