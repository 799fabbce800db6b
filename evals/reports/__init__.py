"""Reports of a run for people and for programs: text, Markdown, JUnit XML, one HTML file."""
