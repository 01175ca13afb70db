"""What `bauta check` found, and what a release by a standard did, as JSON. What each key means is in json_keys.py."""

from bauta.model.assessment import Assessment
from bauta.model.standard_release import StandardRelease
from bauta.model.standards import Finding, StandardCheck
from bauta.report.render_json import Json, check_strict
from bauta.report.version import bauta_version


def check_json(check: StandardCheck) -> Json:
    """The whole check."""
    document = {"bauta": bauta_version(), **standard_json(check)}
    check_strict(document)
    return document


def standard_json(check: StandardCheck) -> Json:
    """The check as a part of something else."""
    return {
        "standard": str(check.standard),
        "title": check.title,
        "source": check.source,
        "data": check.data,
        "rows": check.rows,
        "as_of": check.as_of,
        "outcome": str(check.outcome),
        "findings": [_finding(one) for one in check.findings],
        "caveats": [
            {"title": one.title, "text": one.text, "concerns_this_table": one.concerns_this_table}
            for one in check.caveats
        ],
    }


def _finding(one: Finding) -> Json:
    return {
        "rule": one.rule.key,
        "title": one.rule.title,
        "asks": one.rule.asks,
        "column": one.column,
        "outcome": str(one.outcome),
        "why": one.why,
        "rows": one.rows,
        "remedy": one.remedy,
    }


def standard_release_json(result: StandardRelease) -> Json:
    """The whole release."""
    document = {
        "bauta": bauta_version(),
        "title": result.title,
        "source": result.source,
        "folder": result.folder,
        "data_files": result.data_files,
        "rows": result.rows,
        "columns": [{"column": one.column, "what": one.what} for one in result.columns],
        "before": standard_json(result.before),
        "after": standard_json(result.after),
        "risk_before": _risk(result.risk_before),
        "risk_after": _risk(result.risk_after),
        "test_mode": result.is_test,
        "recipient": result.recipient,
        "notes": list(result.notes),
        "warnings": list(result.warnings),
    }
    check_strict(document)
    return document


def _risk(one: Assessment | None) -> Json | None:
    if one is None:
        return None
    return {
        "quasi_identifiers": list(one.quasi_identifiers),
        "people": one.unit.people,
        "maximum": one.prosecutor.maximum,
        "average": one.prosecutor.average,
        "share_at_risk": one.prosecutor.share_at_risk,
        "unique": one.sample_uniques,
        "verdict": str(one.decision.verdict),
    }
