"""The second trade: the staff and equipment of an English-speaking company."""
