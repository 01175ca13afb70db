"""The report of a study: what was recorded becomes a document, in two editions."""
