"""When things are due: paces, deadlines and their grace, pauses, reminders, and the calendars of people."""
