"""Facts of single words, whoever reads them: what each can be, and where it is to happen."""
