"""Masking of direct identifiers: redacted, replaced, or given a pseudonym. One method per file; `mask.py` chooses."""
