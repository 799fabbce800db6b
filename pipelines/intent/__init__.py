"""What holds of a request whoever read it: its steps, what it lacks, what contradicts itself."""
