"""What every layer may use: types, environments, callers, errors, ids, redaction."""
