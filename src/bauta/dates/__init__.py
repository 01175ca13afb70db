"""The one reader of dates: what a text or a number says of a day, and the same form for another day."""
