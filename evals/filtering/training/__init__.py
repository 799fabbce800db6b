"""Training of the filter's encoder and of its table of words; needs the extra `train`."""
