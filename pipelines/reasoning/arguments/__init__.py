"""Arguments: which words, results and generated values a slot of a tool can take."""
