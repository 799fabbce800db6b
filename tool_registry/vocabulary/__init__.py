"""Words: normalising, lexicon, synonym packs, numbers and units. Data and pure functions."""
