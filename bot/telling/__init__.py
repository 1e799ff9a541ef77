"""The parts of the teller (`bot/table.py`): what each makes Discord show of a match, and the record of it."""
