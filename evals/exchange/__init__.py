"""Case files of other programs: promptfoo and inspect_ai, both ways."""
