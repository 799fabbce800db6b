"""Runs of suites put together: what is said, on which bench, in how many processes, kept where."""
