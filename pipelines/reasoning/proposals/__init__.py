"""Proposed chains, whoever made them: judged, vouched for, revised, resumed."""
