"""Reading a sentence by a model: the form that it fills in, and the referee that checks it."""
