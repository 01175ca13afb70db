import contextlib
import glob
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bauta.model.source import DataSource

_PROGRAMS = ("initdb", "pg_ctl", "postgres")


def _folder_of_postgresql() -> str | None:
    on_path = shutil.which("initdb")
    folders = [os.path.dirname(on_path)] if on_path else []
    folders += sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)
    return next((f for f in folders if all(os.access(f"{f}/{name}", os.X_OK) for name in _PROGRAMS)), None)


def _unprivileged_user() -> str | None:
    """PostgreSQL refuses to run as root; None when we are not root and need nobody else."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    return pytest.skip("running as root and there is no other user to run a PostgreSQL server as")


@pytest.fixture(scope="session")
def postgresql_address() -> Iterator[str]:
    """The address of a PostgreSQL server of our own, on a socket in a temporary folder; no network port is opened."""
    programs = _folder_of_postgresql()
    if programs is None:
        pytest.skip("needs PostgreSQL's initdb, pg_ctl and postgres, which are not installed here")
    user = _unprivileged_user()
    # Not in pytest's own folder: that one is closed to other users, and the socket's path has to be short.
    with tempfile.TemporaryDirectory(prefix="bauta-pg-") as folder:
        if user is not None:
            shutil.chown(folder, user)
        database = f"{folder}/data"

        def run(*command: str) -> None:
            who: dict[str, Any] = {"user": user, "extra_groups": []} if user is not None else {}
            # Files, not pipes: the server inherits them and would keep a pipe open.
            with tempfile.TemporaryFile() as output:
                done = subprocess.run(
                    command,
                    check=False,
                    cwd=folder,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    timeout=60,
                    **who,
                )
                output.seek(0)
                assert done.returncode == 0, output.read().decode(errors="replace")

        run(
            f"{programs}/initdb", "--pgdata", database, "--username", "tester", "--auth", "trust",
            "--encoding", "UTF8", "--locale", "C", "--no-sync",
        )  # fmt: skip
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        run(f"{programs}/pg_ctl", "start", "-w", "-D", database, "-l", f"{folder}/log", "-o", options)
        try:
            yield f"postgresql://tester@/postgres?host={folder}"
        finally:
            run(f"{programs}/pg_ctl", "stop", "-w", "-m", "immediate", "-D", database)


@pytest.fixture
def postgresql(postgresql_address: str) -> Callable[..., DataSource]:
    """Makes a table from its definition and rows, and says where it is. Each test has the schema to itself."""
    import adbc_driver_postgresql.dbapi

    def run(*statements: str) -> None:
        with (
            adbc_driver_postgresql.dbapi.connect(postgresql_address, autocommit=True) as connection,
            connection.cursor() as cursor,
        ):
            for statement in statements:
                cursor.execute(statement)

    run("DROP SCHEMA IF EXISTS clinic CASCADE", "CREATE SCHEMA clinic")

    def make(definition: str, values: str, *, name: str = "clinic.patients") -> DataSource:
        run(f"CREATE TABLE {name} ({definition})", f"INSERT INTO {name} VALUES {values}")
        return DataSource(postgresql_address, table=name.replace('"', ""))

    return make


@pytest.fixture
def csv_file(tmp_path: Path) -> Callable[..., DataSource]:
    """Writes text to a file and says where it is."""

    def write(text: str, name: str = "data.csv", encoding: str = "utf-8") -> DataSource:
        path = tmp_path / name
        path.write_bytes(text.encode(encoding))
        return DataSource(str(path))

    return write
