"""Logging in by an OpenID Connect issuer: its bearer tokens, and the code flow of the page."""
