"""The verification adversary in words: what was asked, the answer, and how it depends on what was assumed."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from bauta.model.verification import Verification, VerificationCell
from bauta.report.figures import count, people, probability, probability_beside
from bauta.report.page import (
    Cell,
    Column,
    Headline,
    Line,
    Lines,
    Page,
    Paragraph,
    Point,
    Row,
    Section,
    Table,
    Tone,
    cells,
)
from bauta.report.render_json import check_strict
from bauta.report.version import bauta_version

VERIFICATION_JSON_KEYS = {
    "bauta": "The version of bauta that made this.",
    "class_size": "F: the people a record could be taken for.",
    "attempts": "M: how many of them the adversary tries; never more than F.",
    "probability": "p: the probability that an attempt tells whether it is the right one.",
    "threshold": "tau, as given.",
    "threshold.probability": "The threshold as a probability, as printed.",
    "threshold.cell_size": "The class size the probability stands for.",
    "risk": "The probability that the adversary ends up knowing the right person.",
    "unverified_risk": "1/F: the chance of one guess that nobody confirms.",
    "is_acceptable": "Whether the class is large enough: class_size is at least least_class_size.",
    "least_class_size": "The exact least k: in this and every larger class the risk is within the threshold.",
    "published_bound": "max(M+2, ceil(M p / tau) + 1), Theorem 1 of El Emam et al. (2013): safe, seldom the least.",
    "sensitivity": "The same for other probabilities and numbers of attempts.",
    "sensitivity[].attempts": "M.",
    "sensitivity[].probability": "p.",
    "sensitivity[].risk": "The risk in a class of class_size.",
    "sensitivity[].least_class_size": "The exact least k.",
    "class_sizes": "The risk in classes of other sizes, for the adversary asked about.",
    "class_sizes[].class_size": "F.",
    "class_sizes[].risk": "The risk in a class of this size.",
    "class_sizes[].is_acceptable": "Whether that is within the threshold.",
}


def verification_sections(result: Verification) -> Page:
    """The answer in words, then the figures behind it."""
    verifier = result.verifier
    return Page(
        title="Risk from an adversary who verifies",
        source=f"a class of {people(result.class_size)}, {_attempts(verifier.attempts)}, "
        f"each telling with probability {_number(verifier.probability)}",
        headline=Headline(
            verdict="LOW" if result.is_acceptable else "HIGH",
            tone=Tone.GOOD if result.is_acceptable else Tone.BAD,
            sentence=_answer(result),
            basis=_basis(result),
        ),
        lead=(),
        sections=(_numbers(result), _by_class_size(result), *_sensitivity(result), _model()),
    )


def _answer(result: Verification) -> str:
    attempts = min(result.verifier.attempts, result.class_size)
    if result.class_size == 1:
        return "only one person fits, so the adversary knows who it is without asking."
    tried = "everybody" if attempts == result.class_size else "one person" if attempts == 1 else f"{count(attempts)}"
    chance = probability_beside(result.risk, float(result.limit))
    everyone = people(result.class_size)
    return f"trying {tried} of {everyone}, the adversary gets to know the right one with probability {chance}."


def _basis(result: Verification) -> str:
    tau = result.threshold
    if result.least_class_size == 1:
        return f"Allowed is {tau}; with that every class is large enough."
    return (
        f"Allowed is {tau}: from {people(result.least_class_size)} in a class on, the risk from this adversary is "
        "within it."
    )


def _numbers(result: Verification) -> Section:
    rows = (
        Row(
            cells("Risk R", probability_beside(result.risk, float(result.limit))), "to know the right person, verified"
        ),
        Row(cells("One guess, unverified", probability(result.unverified_risk)), "1/F, the journalist's risk"),
        Row(
            cells("Least class size", count(result.least_class_size)),
            "exact: this and every larger class is within tau",
        ),
        Row(
            cells("Published bound", count(result.published_bound)),
            "max(M+2, ceil(M p / tau) + 1): safe, seldom the least",
        ),
    )
    columns = (Column("Figure"), Column("Value", is_number=True))
    return Section("Figures", (Table("What this adversary can reach", columns, rows, note_title="What it is"),))


def _by_class_size(result: Verification) -> Section:
    rows = tuple(
        Row(
            cells(
                count(entry.class_size),
                Cell(
                    probability_beside(entry.risk, float(result.limit)),
                    Tone.GOOD if entry.is_acceptable else Tone.BAD,
                ),
                probability(1 / entry.class_size),
                "yes" if entry.is_acceptable else "no",
            )
        )
        for entry in result.class_sizes
    )
    columns = (
        Column("Class size", is_number=True),
        Column("Risk R", is_number=True),
        Column("One guess 1/F", is_number=True),
        Column("Within tau"),
    )
    return Section("By class size", (Table("Risk in classes of other sizes", columns, rows),))


def _sensitivity(result: Verification) -> tuple[Section, Section]:
    size = count(result.class_size)
    limit = float(result.limit)

    def risk(cell: VerificationCell) -> Cell:
        tone = Tone.GOOD if result.class_size >= cell.least_class_size else Tone.BAD
        return Cell(probability_beside(cell.risk, limit), tone)

    def least(cell: VerificationCell) -> Cell:
        return Cell(count(cell.least_class_size))

    attempts = ", ".join(count(curve.attempts) for curve in result.curves)
    chart = Lines(
        lines=tuple(
            Line(_attempts(curve.attempts), tuple(map(Point, curve.probabilities, curve.risks)))
            for curve in result.curves
        ),
        limit=limit,
        limit_means=f"threshold {result.threshold.probability:.4g}",
        x_title="Probability p that an attempt tells",
        y_title="Risk R",
        caption=f"Risk in a class of {people(result.class_size)} by the probability of verification, for {attempts} "
        "attempts; more attempts than people change nothing.",
        description=f"Risk against the probability of verification for {attempts} attempts in a class of {size}.",
    )
    return (
        Section(
            "If the adversary were another",
            (chart, _grid(f"Risk in a class of {size}, by probability p and attempts M", result, risk)),
        ),
        Section(
            "Class sizes that would be enough",
            (_grid("Least class size, by probability p and attempts M", result, least),),
        ),
    )


def _grid(caption: str, result: Verification, shown: Callable[[VerificationCell], Cell]) -> Table:
    attempts = list(dict.fromkeys(cell.attempts for cell in result.sensitivity))
    probabilities = list(dict.fromkeys(cell.probability for cell in result.sensitivity))
    by_place = {(cell.probability, cell.attempts): cell for cell in result.sensitivity}
    rows = tuple(Row(cells(f"p = {_number(p)}", *(shown(by_place[p, m]) for m in attempts))) for p in probabilities)
    return Table(caption, (Column(""), *(Column(f"M = {count(m)}", is_number=True) for m in attempts)), rows)


def _model() -> Section:
    return Section(
        "What was assumed",
        (
            Paragraph(
                "One person of the class is right, each as likely as any other. An attempt tells with probability p "
                "whether it was made at the right one, and tells nothing otherwise. Whoever has ruled out all others "
                "knows the one who is left. The class size is that of the population: people in the data and out of it."
            ),
        ),
    )


def _attempts(number: int) -> str:
    return "1 attempt" if number == 1 else f"{count(number)} attempts"


def _number(p: Fraction) -> str:
    return f"{float(p):.6g}"


def verification_json(result: Verification) -> dict[str, Any]:
    """Everything, for programs."""
    tau = result.threshold
    document = {
        "bauta": bauta_version(),
        "class_size": result.class_size,
        "attempts": result.verifier.attempts,
        "probability": float(result.verifier.probability),
        "threshold": {"probability": tau.probability, "cell_size": tau.cell_size},
        "risk": result.risk,
        "unverified_risk": result.unverified_risk,
        "is_acceptable": result.is_acceptable,
        "least_class_size": result.least_class_size,
        "published_bound": result.published_bound,
        "sensitivity": [
            {
                "attempts": cell.attempts,
                "probability": float(cell.probability),
                "risk": cell.risk,
                "least_class_size": cell.least_class_size,
            }
            for cell in result.sensitivity
        ],
        "class_sizes": [
            {"class_size": entry.class_size, "risk": entry.risk, "is_acceptable": entry.is_acceptable}
            for entry in result.class_sizes
        ],
    }
    check_strict(document)
    return document
