"""What people press and type: commands and buttons, and a presentation for each game. No rules, no queries."""
