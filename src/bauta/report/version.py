"""The version of bauta that made a report, for the record."""


def bauta_version() -> str:
    """The installed version. Read late: looking it up takes longer than printing a page."""
    from importlib.metadata import version

    return version("bauta")
