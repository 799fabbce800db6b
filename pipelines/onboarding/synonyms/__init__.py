"""Proposals of synonyms out of a team's documents and tools, for a person to accept."""
