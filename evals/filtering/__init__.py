"""How well the filter finds tools: labelled requests, figures beside peers, learned weights."""
