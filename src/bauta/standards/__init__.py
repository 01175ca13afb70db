"""Standards as data and as checks: published questionnaires, thresholds and lists of identifiers, with their sources.

Reading order for identifiers: `facts` (what a rule sees of a table), `readings` (what one value says: a year, a month,
an age over 89), `by_kind`, `geography`, `dates`, `forms_in_text` (the tests), `safe_harbor` and `limited_data_set` (the
rules, one function each), `caveats` (what they do not look at), `remedies` (what applying them makes of a column).

Rules are pure: they see counts, roles and distinct values, never rows, and what they say holds no value.
"""
