"""What a model is shown of a conversation: typed segments, kept within a window of tokens.

```python
context = Context(Results(), window=30_000)
context.add(Segment("user", sentence))
context.add(Segment("call", call=call))
context.observe(call, body)             # a large result is kept outside, and only described
reply = await model.answer(Ask(context.messages(system), tools))
found = context.results.summarise("r1", "which warehouse holds it?")
```

`segments` holds the segments and turns them into messages, `window` keeps them small, `results`
keeps what is large, `extract` finds in it what answers a question, with no model.
"""

from pipelines.agent.context.results import NoResult, Results
from pipelines.agent.context.segments import Kind, Segment, as_messages
from pipelines.agent.context.window import Context, Size

__all__ = ["Context", "Kind", "NoResult", "Results", "Segment", "Size", "as_messages"]
