"""What a tool that comes, changes or goes does to the requests of others."""
