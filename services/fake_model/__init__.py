"""A model service on this machine that speaks DashScope's wire: a program of its own.

It imports nothing of ours and keeps no secret knowledge: what it answers is a function of the
request's body alone.
"""
