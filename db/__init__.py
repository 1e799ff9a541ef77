"""What is kept: the tables, the queries, the way to the database file. Only here is SQL spoken."""
