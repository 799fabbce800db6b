"""Pages of business knowledge: cut into passages, and those that speak of a text found."""
