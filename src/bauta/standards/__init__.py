"""Published questionnaires, thresholds and lists of identifiers, as data with their sources."""
