"""Numbers again, from what numbers were told as: 30-39 is 34.5."""

from fractions import Fraction

from bauta.hierarchies.intervals import read_fraction, read_interval


def told_number(label: str) -> tuple[float, bool] | None:
    """The number that stands for a label, and whether the label has no end on one side; None for what is no number.

    A number is itself and an interval its middle. Of 20-24 that is 22, because whole numbers are told so and both ends
    belong to it; of [20, 25) it is 22.5. What has no end on one side, such as 90+, stands at the end it has.

    >>> told_number("39"), told_number("20-24"), told_number("[20, 25)"), told_number("90+"), told_number("old")
    ((39.0, False), (22.0, False), (22.5, False), (90.0, True), None)
    """
    number = read_fraction(label)
    if number is not None:
        return float(number), False
    interval = read_interval(label, step=Fraction(0))
    if interval is None:
        return None
    if interval.low is None or interval.high is None:
        end = interval.low if interval.low is not None else interval.high
        assert end is not None
        return float(end), True
    high = interval.high
    if not label.strip().startswith(("[", "(")) and high.denominator == 1:
        high -= 1  # read as up to the next whole number, but 24 is the last that is told
    return float((interval.low + high) / 2), False
