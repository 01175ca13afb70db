"""Starting must stay fast: what a command does not need, it does not import."""

import subprocess
import sys

import pytest

HEAVY = ["altair", "jinja2", "vl_convert", "pandas", "polars", "pyreadstat", "fastexcel", "numba", "yaml"]


def modules_after(statement: str) -> set[str]:
    program = f"{statement}\nimport sys\nprint('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    return set(done.stdout.split())


def test_importing_bauta_loads_no_library():
    assert not {"duckdb", "numpy", "pyarrow", "pydantic", "rich", *HEAVY} & modules_after("import bauta")


@pytest.mark.parametrize("columns", [["sex", "age"], None], ids=["named columns", "suggested columns"])
def test_assessing_a_file_loads_no_heavy_library(columns, tmp_path):
    data = tmp_path / "data.csv"
    data.write_text("sex,age\n" + "".join(f"{'FM'[i % 2]},{'' if i == 7 else i}\n" for i in range(50)))
    statement = f"import bauta; bauta.assess({str(data)!r}, {columns!r})"
    assert not set(HEAVY) & modules_after(statement)


def test_the_command_line_itself_loads_no_engine():
    assert not {"duckdb", "numpy", "pyarrow", "scipy", "sqlglot", *HEAVY} & modules_after("import bauta.cli.main")


def test_public_names_are_sorted_complete_and_there():
    import bauta

    assert list(bauta.__all__) == sorted(bauta.__all__)
    for name in bauta.__all__:
        assert getattr(bauta, name) is not None
