"""python -m bauta."""

from bauta.cli.main import run

run()
