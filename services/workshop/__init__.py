"""What an author of tools works with: the own tools, their parsed form, what is close to them."""
