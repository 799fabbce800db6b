"""The public functions of a Python module as tools, served by a process of their own."""
