"""What the benchmark knows of each game: its goals, and the usual way to draw it."""
