import datetime
import math
import re
import string
from decimal import Decimal

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st
from laws import law

from bauta.errors import NoiseChangesNothing, NoRoomToReplace
from bauta.model.transformations import (
    KeySource,
    NoiseSection,
    PseudonymMask,
    PseudonymMethod,
    ReplaceMask,
    Replacement,
)
from bauta.transform.characters import to_points
from bauta.transform.date_shift import draw_offsets, read_texts
from bauta.transform.draws import Purpose
from bauta.transform.masking.check_digits import (
    IBAN,
    LUHN,
    MOD_11,
    MOD_97,
    NPI,
    SCHEMES,
    VERHOEFF,
    CheckScheme,
    symbols_of,
)
from bauta.transform.masking.mask import mask_values
from bauta.transform.masking.pseudonyms import keyed_pseudonyms, reverse_pseudonyms, reversible_pseudonyms
from bauta.transform.noise import add_noise, noise_of
from bauta.transform.shuffle import draw_lots
from bauta.transform.subsample import draw_subsample
from drawing import draws_of

generators = st.integers(0, 2**64 - 1).map(draws_of)
keys = st.binary(min_size=16, max_size=64)
any_texts = st.lists(st.text(max_size=30), max_size=25, unique=True)
codes = st.lists(
    st.text(string.ascii_letters + string.digits + "-/ .", min_size=1, max_size=9), max_size=25, unique=True
)
RANDOM = PseudonymMask()
KEYED = PseudonymMask(method=PseudonymMethod.KEYED, key=KeySource(env="KEY"))
REVERSIBLE = PseudonymMask(method=PseudonymMethod.REVERSIBLE, key=KeySource(env="KEY"))


def form(text: str) -> str:
    return re.sub("[a-z]", "a", re.sub("[A-Z]", "A", re.sub("[0-9]", "0", text)))


# ---- pseudonyms ------------------------------------------------------------------------------------------------


@law
@given(any_texts, generators, keys, st.sampled_from([RANDOM, KEYED, REVERSIBLE]))
def test_pseudonyms_are_one_to_one_and_share_nothing_with_the_values(texts, draws, key, section) -> None:
    made = mask_values(section, texts, draws=draws, key=key)
    assert len(set(made)) == len(texts) == len(made)
    assert set(made).isdisjoint(texts)


@law
@given(any_texts, keys, st.randoms(use_true_random=False))
def test_the_same_key_gives_the_same_code_in_any_company_and_order(texts, key, shuffler) -> None:
    for make in (keyed_pseudonyms, reversible_pseudonyms):
        code_of = dict(zip(texts, make(texts, key=key), strict=True))
        some = shuffler.sample(texts, len(texts) // 2)
        assert make(some, key=key) == [code_of[text] for text in some]


@law
@given(any_texts, keys, keys)
def test_different_keys_give_codes_with_nothing_in_common(texts, key, other) -> None:
    assume(key != other)
    for make in (keyed_pseudonyms, reversible_pseudonyms):
        assert set(make(texts, key=key)).isdisjoint(make(texts, key=other))


@law
@given(any_texts, keys, st.text("ABC-", max_size=4))
def test_reversible_pseudonyms_come_back(texts, key, prefix) -> None:
    assert reverse_pseudonyms(reversible_pseudonyms(texts, key=key, prefix=prefix), key, prefix=prefix) == texts


@law
@given(any_texts, any_texts, generators)
def test_a_crosswalk_only_ever_grows(earlier, now, draws) -> None:
    crosswalk = dict(zip(earlier, mask_values(RANDOM, earlier, draws=draws), strict=True))
    grown = crosswalk | dict(zip(now, mask_values(RANDOM, now, draws=draws, known=crosswalk), strict=True))
    assert all(grown[text] == crosswalk[text] for text in earlier)
    assert len(set(grown.values())) == len(grown)


# ---- replacement -----------------------------------------------------------------------------------------------


@law
@given(codes, generators)
def test_replaced_numbers_keep_their_form_and_are_new_and_different(texts, draws) -> None:
    try:
        made = mask_values(ReplaceMask(like=Replacement.NUMBER), texts, draws=draws)
    except NoRoomToReplace:
        assert any(sum(map(str.isalnum, text)) <= 2 for text in texts)  # a hundred of a form, and 25 values
        return
    assert [form(text) for text in made] == [form(text) for text in texts]
    assert [text[0] == "0" for text in made] == [text[0] == "0" for text in texts]
    assert len(set(made)) == len(texts)
    assert set(made).isdisjoint(texts)


@law
@given(any_texts, generators, st.sampled_from(list(Replacement)))
def test_whatever_the_values_are_none_of_them_is_left(texts, draws, like) -> None:
    try:
        made = mask_values(ReplaceMask(like=like), texts, draws=draws)
    except NoRoomToReplace:
        return
    assert len(made) == len(texts)
    assert set(made).isdisjoint(texts)
    if like in (Replacement.NUMBER, Replacement.PHONE, Replacement.EMAIL):
        assert len(set(made)) == len(texts)


@law
@given(codes, st.integers(0, 2**32))
def test_the_same_seed_gives_the_same_values(texts, seed) -> None:
    texts = [f"{text}{i:04d}" for i, text in enumerate(texts)]
    one, other = (mask_values(ReplaceMask(), texts, draws=draws_of(seed)) for _ in range(2))
    assert one == other


@st.composite
def valid_numbers(draw: st.DrawFn) -> tuple[CheckScheme, list[str]]:
    """Five to twenty numbers that are valid by one scheme, written alike."""
    scheme = draw(st.sampled_from([LUHN, NPI, MOD_11, VERHOEFF, MOD_97, IBAN]))
    written = (
        "GB00 WEST ################"
        if scheme is IBAN
        else draw(st.sampled_from(["##########", "### ### ####", "AB-####/####-##"]))
    )
    rows = draw(st.lists(st.integers(10**15, 10**16 - 1).map(str), min_size=5, max_size=20, unique=True))
    digits = [iter(row[::-1]) for row in rows]
    texts = ["".join(next(row) if sign == "#" else sign for sign in written) for row in digits]
    finished, usable = scheme.finish(to_points(texts))
    numbers = list(dict.fromkeys("".join(map(chr, row)) for row in finished[usable].tolist()))
    assume(len(numbers) >= 4)
    return scheme, numbers


@law
@given(valid_numbers(), generators)
def test_numbers_with_valid_check_digits_stay_valid(drawn, draws) -> None:
    scheme, numbers = drawn
    assume(scheme.is_valid(symbols_of(to_points(numbers))).all())
    by_accident = [
        other for other in SCHEMES if other is not scheme and other.is_valid(symbols_of(to_points(numbers))).all()
    ]
    assume(not by_accident)
    made = mask_values(ReplaceMask(like=Replacement.NUMBER), numbers, draws=draws)
    assert scheme.is_valid(symbols_of(to_points(made))).all()
    assert [form(text) for text in made] == [form(text) for text in numbers]
    assert set(made).isdisjoint(numbers)


# ---- dates, noise, order ---------------------------------------------------------------------------------------

dates = st.dates(datetime.date(100, 1, 1), datetime.date(9900, 1, 1))


@law
@given(st.integers(0, 200), st.integers(1, 3650), generators)
def test_offsets_are_bounded_and_never_zero(people, days, draws) -> None:
    offsets = draw_offsets([str(i) for i in range(people)], days=days, draws=draws)
    assert len(offsets) == people
    assert ((np.abs(offsets) >= 1) & (np.abs(offsets) <= days)).all()


def shift_dates(texts, offsets, *, keep_time=False):
    """Texts that are all different, each moved by its own offset."""
    read = read_texts(texts, np.ones(len(texts), int), "visit", keep_time=keep_time)
    written, which = read.shift(np.arange(len(texts)), offsets)
    return [written[i] for i in which]


@law
@given(st.lists(dates, min_size=2, max_size=20), st.integers(-3650, 3650))
def test_a_persons_dates_stay_equally_far_apart(days, offset) -> None:
    moved = shift_dates([day.isoformat() for day in days], np.full(len(days), offset))
    assert [datetime.date.fromisoformat(text) - day for text, day in zip(moved, days, strict=True)] == [
        datetime.timedelta(days=offset)
    ] * len(days)


@law
@given(dates, st.integers(-3650, 3650), st.sampled_from(["", "T07", " 07:30", "T07:30:59.125"]))
def test_a_shift_and_its_opposite_leave_a_date_as_it_was(day, offset, time) -> None:
    text = day.isoformat() + time
    there = shift_dates([text], np.array([offset]), keep_time=True)
    assert shift_dates(there, np.array([-offset]), keep_time=True) == [text]


@law
@given(dates, st.integers(-3650, 3650), st.sampled_from([4, 7]))
def test_a_part_of_a_date_moves_as_its_middle_does(day, offset, length) -> None:
    middle = day.replace(month=6, day=30) if length == 4 else day.replace(day=15)
    expected = (middle + datetime.timedelta(days=offset)).isoformat()[:length]
    assert shift_dates([day.isoformat()[:length]], np.array([offset])) == [expected]


def exact(number: float) -> Decimal:
    return Decimal(repr(float(number)))


@law
@given(
    st.lists(st.decimals(-10_000, 10_000, places=2), min_size=1, max_size=30),
    st.decimals("0.01", 500, places=2),
    st.sampled_from(["bound", "percent"]),
    st.integers(0, 2),
    generators,
)
def test_noise_is_bounded_and_keeps_decimals_and_sign(values, size, kind, decimals, draws) -> None:
    assume(kind == "bound" or size <= 100)
    values = [round(value, decimals) for value in values]
    given_values = np.array([*map(float, values), np.nan])
    try:
        noise = noise_of(draws.stream(Purpose.NOISE, count=len(given_values)))
        moved, _ = add_noise(
            given_values, NoiseSection(**{kind: float(size)}), noise, is_whole=decimals == 0, decimals=decimals
        )
    except NoiseChangesNothing:
        widest = max((size if kind == "bound" else abs(value) * size / 100) for value in values)
        assert widest < Decimal(1).scaleb(-decimals)
        return
    assert np.isnan(moved[-1])
    for old, new in zip(values, moved[:-1], strict=True):
        bound = size if kind == "bound" else abs(old) * size / 100
        assert abs(exact(new) - old) <= bound
        assert exact(new) == round(exact(new), decimals)
        if min(values) >= 0:
            assert new >= 0


@law
@given(st.integers(1, 300), st.floats(0.001, 1), generators)
def test_a_subsample_is_a_set_of_people_in_order(people, fraction, draws) -> None:
    sample = draw_subsample([str(i) for i in range(people)], fraction, draws).tolist()
    assert sample == sorted(set(sample))
    assert 0 <= sample[0] <= sample[-1] < people
    assert abs(len(sample) - fraction * people) <= 6 * math.sqrt(people * fraction * (1 - fraction)) + 1


@law
@given(st.integers(0, 300), generators)
def test_an_order_has_every_row_once(rows, draws) -> None:
    assert sorted(draw_lots(rows, draws).tolist()) == list(range(rows))
