"""Pictures: views in, PNG bytes out. Only this package knows Pillow.

A module a game (`take5`: table, scoring, hand, choice, warm_up) on common ground: `colours` and `shapes`,
then `canvas` (type, sprites), `marks` (what is said of a seat), `cards` and `chips` (pieces that games share),
`png` (palettes, bytes) and `emoji`. Pictures carry no names; what they show is told once more in the alt text,
which the game's presentation writes.

Everything here takes processor time, 5 to 30 ms a picture: call it in a thread. Any number of threads may.
"""
