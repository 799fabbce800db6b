"""The schema of push notifications, version by version."""
