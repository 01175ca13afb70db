"""What a release is drawn with: the custodian's secret, who receives it, and what tells it from all other releases."""

import hashlib
import json
import secrets
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bauta.engines.readers.frames import digest_of_frame
from bauta.model.source import DataSource
from bauta.model.transformations import KeySource, PseudonymMask, PseudonymMethod
from bauta.transform.draws import SECRET_BYTES, Draws, Secret
from bauta.workflow.deidentify_request import DeidentifyRequest
from bauta.workflow.keys import SECRET_FILE, read_secret
from bauta.workflow.plan_files import sha256_of


@dataclass(frozen=True)
class ReleaseDraws:
    """The draws of one release, and what a person should know of them."""

    draws: Draws = field(repr=False)
    source_sha256: str | None
    """Of the file the data came from; None for a database or a table in memory."""
    is_fresh: bool
    """Whether the secret was made for this release."""
    recipient: str | None
    """As it was declared; None where nobody was named, so that the release counts as for a new recipient."""

    @property
    def is_test(self) -> bool:
        """Whether everything follows from a seed that anybody can guess: the release must never leave the house."""
        return self.draws.secret.is_test


def draws_for(request: DeidentifyRequest, *, kind: str = "") -> ReleaseDraws:
    """The draws of a release. `kind` says how it is made where the request does not: by which standard."""
    given = request.secret or request.settings.secret
    secret = read_secret(given, request.folder) if isinstance(given, KeySource) else given
    source_sha256, content = _source(request.assessed.data)
    declared = json.dumps([kind, content, _declaration(request)], sort_keys=True, default=str)
    release = hashlib.sha256(declared.encode()).hexdigest()
    named = None if request.recipient is None else f"named {_folded(request.recipient)}"
    recipient = request.drawn_for or named or f"nobody named, release {release}"
    return ReleaseDraws(
        draws=Draws(secret or Secret(secrets.token_bytes(SECRET_BYTES)), recipient, release),
        source_sha256=source_sha256,
        is_fresh=secret is None,
        recipient=request.recipient,
    )


def is_same_recipient(name: str, request: DeidentifyRequest) -> bool:
    """Whether a name is that of the recipient of the request, capitals and spaces aside."""
    return request.recipient is not None and _folded(name) == _folded(request.recipient)


def notes_on_draws(request: DeidentifyRequest, drawn: ReleaseDraws) -> tuple[list[str], list[str]]:
    """What a reader of the result should know of what was drawn: warnings, and notes."""
    warnings, notes = [], []
    if drawn.is_test:
        warnings.append(
            "TEST MODE: everything random follows from a seed that can be guessed, so pseudonyms, offsets, noise and "
            "order can be undone. Never give this release to anybody."
        )
    subsample = request.settings.subsample
    if subsample is not None and subsample < 1 and drawn.is_fresh:
        warnings.append(
            f"The subsample was drawn with a secret of its own. Another release with another secret draws other "
            f"people, and two of them hold {1 - (1 - subsample) ** 2:.0%} of all between them. To draw the same people "
            f"again, give this release's custodian/{SECRET_FILE} with --secret."
        )
    if request.noise and request.assessed.person_key is None:
        warnings.append(
            "Without a person key the noise is drawn afresh for every release: the mean of several releases of the "
            "same rows comes ever closer to the true numbers. Name a person key, or release these rows once only."
        )
    keyed = [
        mask for mask in request.masks.values()
        if isinstance(mask, PseudonymMask) and mask.method is not PseudonymMethod.RANDOM and not mask.shared
    ]  # fmt: skip
    if drawn.recipient is None and request.drawn_for is not None:
        notes.append(
            "The same people have the same pseudonyms and offsets as in the release whose plan was applied. If this "
            "release goes to somebody else, name them: --recipient."
        )
    elif drawn.recipient is None and (keyed or not drawn.is_fresh):
        notes.append(
            "No recipient is named, so this release counts as for a new one: no other release has its pseudonyms and "
            "offsets, unless the data and the study are the same. To continue a series, name who gets it: --recipient, "
            "or `deidentify: {recipient: ...}` in the study."
        )
    return warnings, notes


def _folded(name: str) -> str:
    """A recipient's name, in which capitals and spaces do not count."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _source(data: DataSource | Any) -> tuple[str | None, str]:
    """The hash of the data's file, and what tells these data from others.

    The rows of a database have no order of their own, so the same release cannot be made of it twice to the last byte.
    """
    if not isinstance(data, DataSource):
        return None, digest_of_frame(data)
    if data.is_database_address:
        return None, secrets.token_hex(16)
    sha256 = sha256_of(Path(data.location))
    return sha256, f"{sha256} {data.table or ''}"


def _declaration(request: DeidentifyRequest) -> dict[str, Any]:
    """What was asked for: another wish makes another release."""
    return {
        "quasi_identifiers": [
            (one.name, one.min_level, one.max_level, one.weight, _as_json(one.choice.section))
            for one in request.quasi_identifiers
        ],
        "masks": {name: _as_json(mask) for name, mask in request.masks.items()},
        "shifted": {name: _as_json(shift) for name, shift in request.shifted.items()},
        "dates": {name: (notation.order, notation.serial) for name, notation in request.assessed.dates.items()},
        "noise": {name: _as_json(noise) for name, noise in request.noise.items()},
        "columns": request.columns,
        "person_key": request.assessed.person_key,
        "missing_codes": {name: list(codes) for name, codes in request.assessed.missing_codes.items()},
        "thresholds": str(request.assessed.thresholds),
        "settings": request.settings.model_dump(mode="json", exclude={"recipient", "secret"}),
        "levels": dict(request.levels),
    }


def _as_json(section: Any) -> Any:
    return None if section is None else section.model_dump(mode="json")
