"""python -m bauta."""

from bauta.cli.start import run

run()
