"""DingTalk: messages by HTTP callback or Stream mode, answers as Markdown or cards."""
