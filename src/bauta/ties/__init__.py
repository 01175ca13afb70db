"""Columns that reveal one another: does a kept column give a quasi-identifier more finely than it is released.

Reading order: `tie` (the nouns), `cells` (how much one column gives of another, beyond chance), `evidence` (what can be
read off a column: its values, its order, its first characters), `combinations` (sums and differences of two columns),
`find` (all columns against all quasi-identifiers).
"""
