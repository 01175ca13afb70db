"""What it costs to draw everything for a million people from a secret: one keyed call a person, and then AES."""

import time

import numpy as np

from bauta.transform.date_shift import draw_offsets
from bauta.transform.draws import Draws, Purpose, Secret
from bauta.transform.masking.codes import WORDS_OF_A_CODE
from bauta.transform.noise import noise_of
from bauta.transform.shuffle import draw_lots, draw_order_keys
from bauta.transform.subsample import draw_subsample
from benchmarks.measure import verdict

PEOPLE = 1_000_000
MOST_SECONDS = 1.5
"""CPU seconds per million people, all purposes together."""


def keyed_draws(repeats: int) -> bool:
    """Codes, replacements, offsets, noise on a number, a subsample, the order of rows and lots."""
    people = [f"MRN-{number:08d}" for number in range(PEOPLE)]
    best = min(_seconds(people) for _ in range(repeats))
    return verdict(f"keyed draws for {PEOPLE:,} people", f"{best:.2f} CPU s", best, MOST_SECONDS)


def _seconds(people: list[str]) -> float:
    draws = Draws(Secret.of_test_seed(1), recipient="benchmark", release="1")
    started = time.process_time()
    subjects = draws.subjects(people)
    draws.words(subjects, Purpose.PSEUDONYM, count=WORDS_OF_A_CODE)
    draws.words(subjects, Purpose.REPLACEMENT)
    draw_offsets(people, days=182, draws=draws)
    noise_of(draws.words(subjects, Purpose.NOISE, "a column")[:, 0])
    draw_subsample(people, 0.3, draws)
    for keys in draw_order_keys(len(people), draws).stretches():
        np.bitwise_and(keys, 1)
    draw_lots(len(people), draws)
    return time.process_time() - started


if __name__ == "__main__":
    keyed_draws(repeats=3)
