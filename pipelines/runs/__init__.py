"""What is kept of requests: runs, events, the ledger of effects, and conversation memory."""
