"""Forward execution: bindings resolved, ledger before and after each call, results evaluated."""
