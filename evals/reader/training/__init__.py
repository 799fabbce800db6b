"""Training of the local reader; needs the extra `train`."""
