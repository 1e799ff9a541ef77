"""The benchmark: what this program costs, beside the usual way of doing the same, measured in one run.

Milliseconds say little on a machine that others use too; what is compared is measured by turns (A B A B), so
that both sides have the same weather. Where to look: `command.py` is the command line and the list of topics;
each topic is a module that measures and gives `Row`s. The other side of each comparison is here as well, with
the reason why it is fair: `games/` (the usual way to draw), `bare.py` (sqlite3 alone), `default_pool.py`
(SQLAlchemy as it comes), `ping.py` (the smallest bot).
"""
