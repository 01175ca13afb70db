"""bauta measures, manages and documents the re-identification risk of health data."""
