"""The OpenAI wire: chats as they come, answers as chat completions and responses."""
