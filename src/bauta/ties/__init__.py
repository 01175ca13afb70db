"""Columns that reveal one another: does a kept column give a quasi-identifier more finely than it is released.

Reading order: `tie` (the nouns), `cells` (how much one column gives of another, beyond chance), `order` (who
stands near in a column), `evidence` (what can be read off a column), `combinations` (sums and differences of two
columns), `find` (all columns against all quasi-identifiers).
"""
