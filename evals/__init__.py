"""Evaluation: cases as data, scorers, runner, report. Given the road and a reader of effects."""
