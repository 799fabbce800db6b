"""Choices: how to go on with a sentence that is not wholly clear, without another sentence."""
