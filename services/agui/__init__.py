"""AG-UI: how a page or another agent's page talks to the road and hears of it."""
