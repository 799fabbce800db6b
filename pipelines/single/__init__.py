"""One agent for a small set of tools: think, call, look, in turns (ReAct).

The model sees the sentence and all tools, and calls them one by one. The program stands between:
`referee` decides whether a call may be made, `hands` makes it by the executor's own parts, with the
same ledger, guard, read-back and approvals as a planned chain, and `on_the_road` has the outcome
judged like any other.
"""
