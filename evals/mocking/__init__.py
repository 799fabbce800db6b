"""Mock execution: tools answer without being called, so that any catalogue can be evaluated."""
