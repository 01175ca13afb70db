"""Names of months, in sets of twelve. A column is written in the first set that has all of its names."""

Names = tuple[str, ...]

NAME_SETS: tuple[Names, ...] = tuple(
    tuple(names.split())
    for names in (
        "jan feb mar apr may jun jul aug sep oct nov dec",
        "january february march april may june july august september october november december",
        "jan feb mar apr may june july aug sept oct nov dec",
        "jan feb mär apr mai jun jul aug sep okt nov dez",
        "jan feb mrz apr mai jun jul aug sep okt nov dez",
        "januar februar märz april mai juni juli august september oktober november dezember",
        "janv févr mars avr mai juin juil août sept oct nov déc",
        "jan fév mar avr mai jun jul aoû sep oct nov déc",
        "jan fev mar avr mai jui jul aou sep oct nov dec",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
        "ene feb mar abr may jun jul ago sep oct nov dic",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "gen feb mar apr mag giu lug ago set ott nov dic",
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        "jan fev mar abr mai jun jul ago set out nov dez",
        "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
        "jan feb mrt apr mei jun jul aug sep okt nov dec",
        "januari februari maart april mei juni juli augustus september oktober november december",
        "sty lut mar kwi maj cze lip sie wrz paź lis gru",
        "jan feb mar apr maj jun jul aug sep okt nov dec",
    )
)
"""English first, then German, French, Spanish, Italian, Portuguese, Dutch, Polish and Danish or Swedish."""

ALL_NAMES = frozenset(name for names in NAME_SETS for name in names)


def set_of(used: frozenset[str]) -> Names | None:
    """The first set that has all of these names, given in small letters; None where no set has them."""
    return next((names for names in NAME_SETS if used.issubset(names)), None)


def like(names: Names, written: str) -> Names:
    """The names in capitals or small letters as `written` is.

    >>> like(NAME_SETS[0], "MAR")[:3], like(NAME_SETS[0], "Mar")[:2]
    (('JAN', 'FEB', 'MAR'), ('Jan', 'Feb'))
    """
    if written.isupper():
        return tuple(name.upper() for name in names)
    return names if written.islower() else tuple(name.title() for name in names)
