"""Masking: the different values of one direct identifier, and what stands for each in the release.

Missing values stay missing and do not come here.
"""

from collections.abc import Mapping, Sequence

from bauta.errors import shown
from bauta.model.transformations import PseudonymMask, PseudonymMethod, RedactMask, ReplaceMask
from bauta.transform.draws import Draws
from bauta.transform.masking.pseudonyms import keyed_pseudonyms, random_pseudonyms, reversible_pseudonyms
from bauta.transform.masking.redact import redact
from bauta.transform.masking.replace import replace_values


def mask_values(
    section: RedactMask | ReplaceMask | PseudonymMask,
    texts: Sequence[str],
    *,
    draws: Draws,
    key: bytes | None = None,
    known: Mapping[str, str] | None = None,
    column: str | None = None,
) -> list[str]:
    """What stands for each value, in the order of `texts`, which are canonical texts and not missing.

    `key` is needed for keyed and reversible pseudonyms. `known` is what earlier releases gave to values that are drawn:
    such a value gets the same again, unless that has turned up as a true value in the meantime, and nobody else does.
    `column` is named in errors, and two columns have different replacements.
    """
    if isinstance(section, RedactMask):
        return redact(texts, tag=section.tag)
    if isinstance(section, PseudonymMask) and section.method is not PseudonymMethod.RANDOM:
        if key is None:
            raise ValueError(f"a {section.method} pseudonym needs a key")
        make = keyed_pseudonyms if section.method is PseudonymMethod.KEYED else reversible_pseudonyms
        return make(texts, key=key, recipient=None if section.shared else draws.recipient, prefix=section.prefix)

    known = known or {}
    originals = set(texts)
    table = {text: known[text] for text in originals & known.keys() if known[text] not in originals}
    new = [text for text in dict.fromkeys(texts) if text not in table]
    taken = originals
    taken.update(known.keys(), known.values())
    if isinstance(section, PseudonymMask):
        drawn = random_pseudonyms(new, draws=draws, taken=taken, prefix=section.prefix)
    else:
        name = "the column" if column is None else shown(column)
        drawn = replace_values(section.like, new, draws=draws, taken=taken, column=name)
    table.update(zip(new, drawn, strict=True))
    return [table[text] for text in texts]
