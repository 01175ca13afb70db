from dataclasses import replace

from bauta.model.assessment import (
    Adversary,
    AdversaryDecision,
    Assessment,
    RuleOutcome,
    SizeCount,
    Unit,
    Unsettled,
    Verdict,
)
from bauta.model.columns import ColumnProfile
from bauta.model.threshold import Threshold, Thresholds
from bauta.report.content import assessment_sections, profile_sections
from bauta.report.page import Page, Paragraph, Section, Table, Tone


def section(page: Page, title: str) -> Section:
    return next(section for section in page.sections if section.title == title)


def table(page: Page, title: str) -> Table:
    return next(part for part in section(page, title).parts if isinstance(part, Table))


def words(page: Page, title: str) -> str:
    return " ".join(part.text for part in section(page, title).parts if isinstance(part, Paragraph))


def rows(page: Page, title: str) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in table(page, title).rows]


def test_the_headline_answers_in_one_sentence(high_risk: Assessment) -> None:
    headline = assessment_sections(high_risk).headline
    assert headline is not None
    assert (headline.verdict, headline.tone) == ("HIGH", Tone.BAD)
    assert headline.sentence == "40 of 1,000 people (4.0 %) are unique on birth_date, zip, sex."
    assert headline.basis == (
        "By the prosecutor's maximum risk (D_b): 1, the smallest class being 1; allowed is 0.2 (cell size 5). "
        "Not judged: what other tables record of the same people and earlier releases of the same people."
    )


def test_the_headline_goes_by_the_population_where_the_verdict_does(with_population: Assessment) -> None:
    headline = assessment_sections(with_population).headline
    assert headline is not None
    assert (headline.verdict, headline.tone) == ("LOW", Tone.GOOD)
    assert headline.sentence == (
        "40 of 1,000 people (4.0 %) are unique in the data on birth_date, zip, sex; "
        "in the population each could be any of at least 8 people."
    )


def test_a_high_risk_without_uniques_says_how_many_are_nearly_so(high_risk: Assessment) -> None:
    prosecutor = replace(high_risk.prosecutor, smallest_class=2, maximum=0.5)
    page = assessment_sections(replace(high_risk, sample_uniques=0, smallest_class=2, prosecutor=prosecutor))
    assert page.headline is not None
    assert page.headline.sentence == (
        "Nobody is unique on birth_date, zip, sex, but 130 of 1,000 people (13.0 %) share their values "
        "with fewer than 4 others."
    )


def low_risk(high_risk: Assessment) -> Assessment:
    decision = replace(high_risk.decision, rule_verdict=Verdict.LOW)
    return replace(high_risk, sample_uniques=0, smallest_class=6, decision=decision)


def test_a_low_risk_says_how_many_others_everybody_is_alike_with(high_risk: Assessment) -> None:
    page = assessment_sections(replace(low_risk(high_risk), direct_identifiers=()))
    assert page.headline is not None
    assert page.headline.verdict == "LOW"
    assert page.headline.sentence == "Every one of 1,000 people shares birth_date, zip, sex with at least 5 others."


def test_a_table_with_something_unjudged_is_unsettled_and_says_what_settles_it(high_risk: Assessment) -> None:
    names = Unsettled("name", "It points at one person by itself.", "Remove or pseudonymise it.")
    page = assessment_sections(low_risk(high_risk).with_unsettled(names, names))
    assert page.headline is not None
    assert page.headline.verdict == "UNSETTLED"
    assert page.headline.tone is Tone.WARNING
    assert page.sections[0].title == "What is not settled"
    assert rows(page, "What is not settled") == [[names.column, names.why, names.remedy]]


def test_a_high_risk_stays_high_whatever_is_unsettled(high_risk: Assessment) -> None:
    page = assessment_sections(high_risk.with_unsettled(Unsettled("note", "It holds free text.", "Leave it out.")))
    assert page.headline is not None
    assert page.headline.verdict == "HIGH"
    assert [section.title for section in page.sections][-2:] == ["What is not settled", "What this does not say"]


def test_direct_identifiers_and_suggested_roles_are_warned_of_first(high_risk: Assessment) -> None:
    direct, suggested = assessment_sections(high_risk).lead
    assert "mrn, name. Remove or pseudonymise them: with them the risk is 1." in direct.text
    assert "The figures leave them out." in direct.text
    assert "bauta profile DATA -o study.yaml" in suggested.text
    assert {direct.tone, suggested.tone} == {Tone.WARNING}


def test_a_direct_identifier_among_the_quasi_identifiers_is_not_said_to_be_left_out(high_risk: Assessment) -> None:
    page = assessment_sections(replace(high_risk, direct_identifiers=("zip",)))
    assert "leave" not in page.lead[0].text


def test_rows_without_a_person_key_are_said_to_be_taken_for_people(high_risk: Assessment) -> None:
    text = words(assessment_sections(high_risk), "What was measured")
    assert "Each of the 1,000 rows was taken for one person; name a person key if some" in text
    assert "Missing counts as a value of its own." in text


def test_one_row_per_person_and_several_read_differently(high_risk: Assessment) -> None:
    once = replace(high_risk, unit=Unit(1000, 1000, "pid"))
    assert "pid tells people apart: 1,000 people, one row each." in words(
        assessment_sections(once), "What was measured"
    )
    often = replace(high_risk, unit=Unit(1250, 1000, "pid"))
    assert "1,250 rows belong to 1,000 people" in words(assessment_sections(often), "What was measured")


def test_people_in_several_classes_are_explained_as_a_lower_bound(with_population: Assessment) -> None:
    text = words(assessment_sections(with_population), "What was measured")
    assert "7 people have rows that differ" in text
    assert "lower bound" in text
    assert "linked by the person key" in text


def test_the_risk_table_has_a_line_for_every_adversary(high_risk: Assessment, with_population: Assessment) -> None:
    assert rows(assessment_sections(high_risk), "Risk") == [
        ["Prosecutor", "1", "0.180", "1 *", "130 (13.0 %)"],
        ["Journalist", "–", "–", "–", "–"],
        ["Marketer", "–", "0.180", "–", "–"],
    ]
    assert rows(assessment_sections(with_population), "Risk")[1:] == [
        ["Journalist", "0.125", "0.00900", "0.00900", "0 (0 %)"],
        ["Marketer", "–", "0.00900", "–", "–"],
    ]


def test_the_marketers_basis_is_named(high_risk: Assessment, with_population: Assessment) -> None:
    without = table(assessment_sections(high_risk), "Risk").rows[2].note
    given = table(assessment_sections(with_population), "Risk").rows[2].note
    assert without == "matches all against a list of the same people (n = N); expects 180 right"
    assert given == "matches all against the population; expects 9 right"


def test_decision_rules_show_measured_limit_and_verdict(with_population: Assessment) -> None:
    page = assessment_sections(with_population)
    assert rows(page, "Decision rules") == [
        ["D_b maximum: no class below 5", "0.2 (cell size 5)", "1 HIGH", "0.125 LOW", "–"],
        ["D_a share in smaller classes", "0 %", "13.0 % HIGH", "0 % LOW", "–"],
        ["D_c average", "0.2 (cell size 5)", "0.180 LOW", "0.00900 LOW", "0.00900 LOW"],
        ["Strict average: no class below 3", "0.2 (cell size 5)", "1 HIGH", "0.00900 LOW", "–"],
    ]
    assert "hold only if nobody can know who is in the data" in words(page, "Decision rules")


def test_a_probability_printed_short_is_explained(high_risk: Assessment) -> None:
    entry = AdversaryDecision(Adversary.PROSECUTOR, (RuleOutcome("D_b", 1 / 11, 0.09, Verdict.LOW),))
    thresholds = Thresholds(tau=Threshold(0.09, 11))
    decision = replace(high_risk.decision, thresholds=thresholds, adversaries=(entry,), rule_verdict=Verdict.LOW)
    page = assessment_sections(replace(high_risk, decision=decision))
    assert "0.09 is how 1/11 is printed; classes of 11 people are within it." in words(page, "Decision rules")


def test_class_sizes_are_banded_up_to_the_largest_in_use(high_risk: Assessment) -> None:
    assert rows(assessment_sections(high_risk), "Class sizes in the data") == [
        ["1", "40", "40", "4.0 %"],
        ["2", "15", "30", "3.0 %"],
        ["3-4", "20", "60", "6.0 %"],
        ["5-9", "95", "760", "76.0 %"],
        ["10-19", "10", "110", "11.0 %"],
    ]


def test_the_threshold_always_starts_a_band(high_risk: Assessment) -> None:
    thresholds = Thresholds(tau=Threshold(0.09, 11))
    page = assessment_sections(
        replace(
            high_risk,
            decision=replace(high_risk.decision, thresholds=thresholds),
            sizes=(SizeCount(10, 1, 10), SizeCount(11, 1, 11), SizeCount(5000, 1, 5000)),
        )
    )
    chart = table(page, "Class sizes in the data").chart
    assert chart is not None
    assert [bar.label for bar in chart.bars] == ["1", "2", "3-4", "5-9", "10", "11-19", "20-49", "50-99", "100+"]
    assert [bar.is_marked for bar in chart.bars] == [True] * 5 + [False] * 4


def test_contributions_come_strongest_first_and_without_rounding_noise(high_risk: Assessment) -> None:
    page = assessment_sections(high_risk)
    assert rows(page, "What drives the risk") == [
        ["birth_date", "90", "0.00400", "0.176", "0"],
        ["sex", "3 †", "0.110", "0.0700", "12"],
        ["zip", "6", "0.180", "0", "40"],
    ]
    assert "need not add up" in words(page, "What drives the risk")


def test_smallest_classes_are_places_and_never_values(high_risk: Assessment) -> None:
    assert rows(assessment_sections(high_risk), "Where the smallest classes are") == [
        ["1", "17; 1,204; and 38 more"],
        ["2", "3 + 88; and 14 more"],
    ]


def test_attribute_disclosure_is_left_out_where_nothing_is_sensitive(
    high_risk: Assessment, with_population: Assessment
) -> None:
    assert rows(assessment_sections(high_risk), "What a class gives away") == [
        ["diagnosis", "1", "60 (6.0 %)", "20", "0.750", "categories"]
    ]
    assert rows(assessment_sections(with_population), "What a class gives away")[1] == [
        "hba1c", "2", "0", "0", "0.310", "ranks"
    ]  # fmt: skip
    none = assessment_sections(replace(high_risk, attribute_disclosure=()))
    assert "What a class gives away" not in [section.title for section in none.sections]


def test_every_report_ends_with_what_it_does_not_say(high_risk: Assessment) -> None:
    last = assessment_sections(high_risk).sections[-1]
    assert last.title == "What this does not say"
    assert isinstance(last.parts[0], Paragraph)
    assert "evidence, not a legal finding" in last.parts[0].text


def test_a_profile_counts_the_roles_and_names_the_person_key(columns: tuple[ColumnProfile, ...]) -> None:
    page = profile_sections("patients.csv", 1000, columns)
    assert page.lead[0].text == (
        "1,000 rows, 4 columns: 1 direct identifier, 1 quasi-identifier, 1 sensitive, 1 other. "
        "mrn seems to tell people apart (person key)."
    )
    assert rows(page, "Columns")[:2] == [
        ["mrn", "direct, key", "text", "1,000", "0", "100 %"],
        ["zip", "quasi", "text", "26", "3 (0.3 %)", "2.6 %"],
    ]
