"""The local reader: a request read by a small encoder that has learned."""
