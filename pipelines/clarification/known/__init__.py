"""What the catalogue knows better than whoever read a sentence, put into the reading."""
