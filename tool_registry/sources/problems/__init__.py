"""What a refusal says of single arguments: one data file for each framework's form of errors."""
