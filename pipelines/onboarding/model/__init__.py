"""What a language model adds to onboarding: fields, conflicts, synonyms, each checked."""
