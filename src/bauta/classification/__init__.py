"""Suggests what each column means to someone who wants to know whose record it is, and says why.

Reading order: `kinds` (what a column can hold, and the role of each), `names` and `patterns` (evidence from
the column name and from its values), `suggest` (weighing the two), `unrecognised` (the paper's rule for
columns nobody has a name for), `person_key` (which column tells whose row it is).

Everything here is a suggestion for a person to accept or refuse; nothing is decided and no value is kept.
"""
