"""Speed and memory, measured against plain DuckDB in the same run. `make bench`."""
