"""What is said of rows without any value, such as spreadsheets leave behind."""


def empty_rows_note(empty_rows: int, person_key: str | None) -> tuple[str, ...]:
    """Rows without any value: nobody's by the person key, and somebody's without one, which must be said."""
    if not empty_rows:
        return ()
    if person_key is not None:
        return (f"Rows without a value in any column were left out: {empty_rows:,}.",)
    return (
        f"Rows without a value in any column: {empty_rows:,}. They were taken for people too; "
        "take them out if a spreadsheet left them behind.",
    )
