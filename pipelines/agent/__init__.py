"""One agent for a small set of tools: think, call, look, in turns (ReAct).

The model sees the sentence and all tools, and calls them one by one. The program stands between:
`referee` decides whether a call may be made, `tool_calls` makes it by the executor's own parts,
with the same ledger, guard, read-back and approvals as a planned chain, and `stage` has the
outcome judged like any other.
"""
