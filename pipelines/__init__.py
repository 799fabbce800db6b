"""How a sentence becomes data: rules, intent, filter, planner, executor, summary."""
