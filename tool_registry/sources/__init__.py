"""Where tools come from and how they are called: sources, guard, results, paths."""
