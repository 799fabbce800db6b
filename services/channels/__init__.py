"""Chat platforms: what they deliver is stored, served as any request, and answered there."""
