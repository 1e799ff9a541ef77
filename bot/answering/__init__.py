"""Answers to who presses and types: what they see of a match, and what they can do next."""
