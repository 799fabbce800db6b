"""Figures for platform owners: what was asked, what came of it, and where requests are lost."""
