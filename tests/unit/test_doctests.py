"""The examples in docstrings are run."""

import doctest
import importlib
import pkgutil

import bauta


def test_examples_in_docstrings_hold():
    examples = failures = 0
    for module in pkgutil.walk_packages(bauta.__path__, "bauta."):
        if module.name == "bauta.__main__":
            continue
        result = doctest.testmod(importlib.import_module(module.name))
        examples += result.attempted
        failures += result.failed
    assert failures == 0
    assert examples >= 10
