"""How sure the parser is of a reading, from 0 to 1."""

SURE, LIKELY, GUESS = 1.0, 0.8, 0.5
