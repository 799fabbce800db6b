"""Whether a message is a request of its own or the reply to what was asked."""

from typing import Literal, TypeAlias

IN_WORDS = "words"
"""What is missing where an agent asks in its own words: the reply is said behind the sentence."""
APPROVAL = "approval"
"""What a sentence lacks that only waits for the user's consent; the reply is `Consent`."""
READING = "reading"
"""What is missing where two readings differ: the reply is the number of one of them."""
SHOWN = "shown"
"""Beside it: the id of the run that showed the plan."""
Consent: TypeAlias = Literal["yes", "no"]
