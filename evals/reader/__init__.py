"""The reader's corpus, its training and its measures."""
