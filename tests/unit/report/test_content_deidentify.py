from dataclasses import replace

from bauta.model.assessment import Adversary, Assessment, Unit, Verdict
from bauta.model.deidentification import ColumnOutcome, Deidentification, Subsample
from bauta.model.missing import WildcardFigures
from bauta.model.sampling import Sampling
from bauta.model.transformations import CriterionKind, LossKind, SuppressionKind
from bauta.report.content_deidentify import deidentify_sections
from bauta.report.content_unsettled import not_covered
from bauta.report.page import Headline, Page, Paragraph, Section, Table, Tone
from bauta.risk.decisions import decide


def section(page: Page, title: str) -> Section:
    return next(section for section in page.sections if section.title == title)


def rows(page: Page, title: str) -> list[list[str]]:
    table = next(part for part in section(page, title).parts if isinstance(part, Table))
    return [[cell.text for cell in row.cells] for row in table.rows]


def words(page: Page, title: str) -> str:
    return " ".join(part.text for part in section(page, title).parts if isinstance(part, Paragraph))


def headline(result: Deidentification) -> Headline:
    headline = deidentify_sections(result).headline
    assert headline is not None
    return headline


def with_goal(result: Deidentification, **changes: object) -> Deidentification:
    return replace(result, goal=replace(result.goal, **changes))  # type: ignore[arg-type]


def only_average_met(result: Deidentification) -> Deidentification:
    """A goal of the average, in a release whose smallest class is two."""
    result = with_goal(result, criterion=CriterionKind.AVERAGE)
    return replace(result, after=smaller_classes(result.after))


def smaller_classes(after: Assessment) -> Assessment:
    """The release with nine people in classes of two: only the average is as low as it should be."""
    prosecutor = replace(after.prosecutor, smallest_class=2, maximum=0.5, records_at_risk=9, share_at_risk=9 / 962)
    by_rule, marketer = after.decision.adversaries
    outcomes = tuple(
        outcome if outcome.rule == "D_c" else replace(outcome, verdict=Verdict.HIGH) for outcome in by_rule.outcomes
    )
    decision = replace(
        after.decision, adversaries=(replace(by_rule, outcomes=outcomes), marketer), rule_verdict=Verdict.HIGH
    )
    return replace(after, prosecutor=prosecutor, smallest_class=2, decision=decision)


def test_the_headline_says_who_is_released_and_how_alike_they_are(released: Deidentification) -> None:
    shown = headline(released)
    assert (shown.verdict, shown.tone) == ("LOW", Tone.GOOD)
    assert shown.sentence == (
        "Released 962 of 1,000 people; every one shares birth_date, zip, sex with at least 5 others."
    )
    assert shown.basis == (
        "By the prosecutor's maximum risk (D_b): 0.167, the smallest class being 6; allowed is 0.2 (cell size 5). "
        f"Measured again from the written file. {not_covered(released.after.decision)}"
    )


def test_a_release_as_a_frame_has_no_file_and_no_folder(released: Deidentification) -> None:
    result = replace(released, folder=None)
    assert headline(result).basis.endswith(f"Measured again on the released data. {not_covered(result.after.decision)}")
    assert "What is in the folder" not in [section.title for section in deidentify_sections(result).sections]


def test_the_headline_goes_by_the_population_where_the_goal_does(released_by_population: Deidentification) -> None:
    shown = headline(released_by_population)
    assert shown.sentence == ("Released 962 of 1,000 people; in the population each could be any of at least 8 people.")
    assert shown.basis.startswith("By the journalist's maximum risk (D_b): 0.125")


def test_the_headline_of_an_average_says_how_many_are_expected_to_be_found(released: Deidentification) -> None:
    result = with_goal(released, criterion=CriterionKind.AVERAGE)
    shown = headline(result)
    assert shown.sentence == "Released 962 of 1,000 people; 6.2 % of them can be expected to be re-identified."
    assert shown.basis.startswith("By the prosecutor's average risk (D_c): 0.0624")


def test_an_average_just_below_its_limit_does_not_look_equal_to_it(released: Deidentification) -> None:
    result = with_goal(released, criterion=CriterionKind.AVERAGE)
    after = replace(result.after, prosecutor=replace(result.after.prosecutor, average=0.19996))
    assert "; 19.996 % of them" in headline(replace(result, after=after)).sentence


def test_the_headline_of_a_strict_average_says_both(released: Deidentification) -> None:
    result = with_goal(released, criterion=CriterionKind.STRICT_AVERAGE)
    assert headline(result).sentence == (
        "Released 962 of 1,000 people; every one shares birth_date, zip, sex with at least 5 others, "
        "and 6.2 % of them can be expected to be re-identified."
    )


def test_the_headline_of_a_share_says_how_many_remain_at_risk(released: Deidentification) -> None:
    result = with_goal(released, criterion=CriterionKind.SHARE)
    assert "shares birth_date, zip, sex with at least 5 others" in headline(result).sentence
    assert headline(replace(result, after=smaller_classes(result.after))).sentence == (
        "Released 962 of 1,000 people; 9 (0.9 %) share birth_date, zip, sex with fewer than 4 others."
    )


def test_people_who_stay_without_quasi_identifiers_are_counted_among_the_released(released: Deidentification) -> None:
    result = with_goal(released, suppression=SuppressionKind.QUASI_IDENTIFIERS)
    result = replace(result, after=replace(result.after, unit=Unit(1000, 1000, None)))
    assert headline(result).sentence.startswith(
        "Released all 1,000 people, 38 of them without quasi-identifiers; every one"
    )


def test_a_rule_that_is_broken_although_the_goal_is_met_is_told_first(released: Deidentification) -> None:
    assert not [part for part in deidentify_sections(released).lead if part.tone is Tone.WARNING]
    page = deidentify_sections(only_average_met(released))
    assert page.headline is not None
    assert (page.headline.verdict, page.headline.tone) == ("LOW", Tone.GOOD)
    assert page.lead[0] == Paragraph(
        "The release was made to meet one rule, average risk (D_c). By other rules the risk is HIGH: share of people "
        "above the threshold (D_a), maximum risk (D_b), strict average.",
        Tone.WARNING,
    )


def test_a_release_that_misses_its_goal_is_never_headed_low(released: Deidentification) -> None:
    shown = headline(replace(released, after=smaller_classes(released.after)))
    assert (shown.verdict, shown.tone) == ("HIGH", Tone.BAD)


def test_people_with_rows_that_differ_suggested_roles_and_a_likely_key_are_warned_of(
    released: Deidentification,
) -> None:
    result = replace(
        released,
        before=replace(released.before, roles_were_suggested=True, possible_person_key="pid"),
        after=replace(released.after, unit=replace(released.after.unit, people_in_several_classes=7)),
    )
    wandering, key, suggested, note = deidentify_sections(result).lead
    assert wandering.text.startswith("In the release, 7 people have rows that differ on the quasi-identifiers.")
    assert "--person-key pid" in key.text
    assert "bauta deidentify study.yaml" in suggested.text
    assert {wandering.tone, key.tone, suggested.tone} == {Tone.WARNING}
    assert note == Paragraph("Fields are separated by semicolons (detected).")


def test_before_and_after_stand_side_by_side_with_their_verdicts(released: Deidentification) -> None:
    page = deidentify_sections(released)
    assert rows(page, "Before and after") == [
        ["Prosecutor: maximum R_b", "0.2 (cell size 5)", "1 HIGH", "0.167 LOW"],
        ["Prosecutor: average R_c", "0.2 (cell size 5)", "0.180 LOW", "0.0624 LOW"],
        ["Prosecutor: strict average", "0.2 (cell size 5)", "1 * HIGH", "0.0624 LOW"],
        ["Prosecutor: in classes below 5, R_a", "0 %", "130 (13.0 %) HIGH", "0 (0 %) LOW"],
        ["Marketer: average R_c", "0.2 (cell size 5)", "0.180 LOW", "0.0624 LOW"],
        ["People unique in the file", "", "40", "0"],
        ["Classes", "", "180", "60"],
        ["Smallest class", "", "1", "6"],
        ["People", "", "1,000", "962"],
        ["Rows", "", "1,000", "962"],
    ]
    assert "the strict average is the maximum" in words(page, "Before and after")


def test_with_a_population_the_journalist_has_rows_and_a_condition(released_by_population: Deidentification) -> None:
    page = deidentify_sections(released_by_population)
    assert ["Journalist: maximum R_b", "0.2 (cell size 5)", "0.125 LOW", "0.125 LOW"] in rows(page, "Before and after")
    assert page.lead[0].tone is Tone.WARNING
    assert "hold only if nobody can know who is in the data" in page.lead[0].text
    assert page.lead[0].text.endswith("go by the prosecutor.")


def test_a_release_that_a_prosecutor_would_see_through_says_so_first(
    released_by_population: Deidentification,
) -> None:
    prosecutor, *others = released_by_population.after.decision.adversaries
    outcomes = tuple(replace(o, value=1.0, verdict=Verdict.HIGH) for o in prosecutor.outcomes)
    decision = replace(
        released_by_population.after.decision, adversaries=(replace(prosecutor, outcomes=outcomes), *others)
    )
    result = replace(released_by_population, after=replace(released_by_population.after, decision=decision))
    assert (
        deidentify_sections(result)
        .lead[0]
        .text.endswith("go by the prosecutor. By the same rule the prosecutor's risk is HIGH: 1.")
    )


def test_levels_are_told_by_number_and_by_name_where_they_have_one(released: Deidentification) -> None:
    assert rows(deidentify_sections(released), "What was changed") == [
        ["birth_date", "3 of 5 (year)", "90", "12", "dates by month, quarter, year, 5 years"],
        ["zip", "1 of 3", "6", "3", "hierarchies/zip.csv"],
        ["sex", "0 of 1 (unchanged)", "3", "3", "suggested: the value or nothing"],
    ]


def test_the_highest_level_reads_as_nothing_told(released: Deidentification) -> None:
    first, *others = released.solution.variables
    solution = replace(released.solution, variables=(replace(first, level=5, level_name="*"), *others))
    page = deidentify_sections(replace(released, solution=solution))
    assert rows(page, "What was changed")[0][1] == "5 of 5 (nothing told)"


def test_suppressed_rows_are_told_with_the_limit(released: Deidentification) -> None:
    text = words(deidentify_sections(released), "What was suppressed")
    assert text == "38 of 1,000 people (3.8 %) were left out. Allowed: 5.0 % of people."


def test_nothing_suppressed_reads_as_nothing(released: Deidentification) -> None:
    result = replace(released, solution=replace(released.solution, suppressed_records=0))
    text = words(deidentify_sections(result), "What was suppressed")
    assert text == "Nothing: nobody remained at risk. Allowed: 5.0 % of people."


def test_suppressed_cells_are_counted_by_variable_and_their_reading_is_named(released: Deidentification) -> None:
    result = with_goal(released, suppression=SuppressionKind.CELLS)
    result = replace(result, search=replace(result.search, is_optimal=False, gap=0.25))
    first, *others = released.solution.variables
    variables = (replace(first, suppressed_cells=41), *others)
    result = replace(
        result, solution=replace(result.solution, variables=variables, suppressed_cells=41, suppressed_records=38)
    )
    page = deidentify_sections(result)
    assert rows(page, "What was changed")[0] == [
        "birth_date", "3 of 5 (year)", "90", "12", "41", "dates by month, quarter, year, 5 years",
    ]  # fmt: skip
    text = words(page, "What was suppressed")
    assert text.startswith("38 of 1,000 people (3.8 %) lost 41 cells in all. Allowed: 5.0 % of people.")
    assert text.endswith("In the figures it counts as a value of its own.")
    found = words(page, "How it was found")
    assert "not proven to be the fewest" in found
    assert "no other node or choice of cells loses more than 25.0 % less" in found
    assert "This is the optimum" not in found


def test_wildcards_are_a_figure_beside_the_others(released: Deidentification) -> None:
    figures = WildcardFigures(0.1, 0.05, 10, 0, 0, None, None, 3, 12, 1)
    result = replace(released, after=replace(released.after, wildcard=figures))
    assert headline(result) == headline(released)
    text = words(deidentify_sections(result), "If missing values matched anything")
    assert "optimistic and decides nothing" in text
    assert "for 12 people, with one row for 1 of them. 3 people miss nothing" in text


def test_other_columns_are_listed_by_what_became_of_them(released: Deidentification) -> None:
    assert rows(deidentify_sections(released), "Other columns") == [
        ["Random pseudonyms", "mrn"],
        ["Removed", "name, phone"],
        ["Dates shifted by up to 182 days", "admitted"],
        ["Kept", "diagnosis"],
    ]


def test_many_columns_treated_alike_are_cut_short_and_none_are_left_out(released: Deidentification) -> None:
    many = tuple(ColumnOutcome(f"lab_{number}", "kept") for number in range(200))
    ((_, listed),) = rows(deidentify_sections(replace(released, columns=many)), "Other columns")
    assert listed.endswith("lab_59 and 140 more")
    none = deidentify_sections(replace(released, columns=()))
    assert "Other columns" not in [section.title for section in none.sections]


def test_losses_are_explained_and_the_minimised_one_is_marked(released: Deidentification) -> None:
    page = deidentify_sections(released)
    assert [(row[0], row[1]) for row in rows(page, "Information lost")] == [
        ("Non-uniform entropy", "3,311.2 bits"),
        ("LM †", "0.217"),
        ("Precision", "0.334"),
        ("DM*", "20,723"),
        ("Discernibility", "57,279"),
        ("Average class size", "16.39"),
    ]
    assert "† The search made this one as small as it could." in words(page, "Information lost")


def test_only_losses_that_were_computed_are_shown(released: Deidentification) -> None:
    result = replace(released, solution=replace(released.solution, losses={LossKind.LM: 0.25}))
    assert len(rows(deidentify_sections(result), "Information lost")) == 1


def test_an_optimum_for_an_average_says_who_is_suppressed_first(released: Deidentification) -> None:
    result = replace(released, goal=replace(released.goal, criterion=CriterionKind.STRICT_AVERAGE))
    told = words(deidentify_sections(result), "How it was found")
    assert "no other within the limits loses less with the people most at risk suppressed first." in told


def test_an_optimum_is_called_one_only_where_it_is_proven(released: Deidentification) -> None:
    assert words(deidentify_sections(released), "How it was found") == (
        "The lattice has 48 nodes (combinations of levels), of which 19 had to be judged. This is the optimum: no "
        "other within the limits loses less. The search took 0.03 s of CPU time, the whole job 1.23 s."
    )
    result = replace(released, search=replace(released.search, is_optimal=False, gap=0.032))
    text = words(deidentify_sections(result), "How it was found")
    assert "This is the optimum" not in text
    assert "19 were judged before the search was ended." in text
    assert "proven that the optimum loses at most 3.2 % less" in text
    nothing = replace(released, search=replace(released.search, is_optimal=False, gap=1.0))
    text = words(deidentify_sections(nothing), "How it was found")
    assert "not proven to be the optimum, and how much less that loses is not known" in text


def _with_journalist(assessment: Assessment) -> Assessment:
    """The same with the prosecutor's figures for a journalist's."""
    prosecutor = assessment.prosecutor
    journalist = replace(prosecutor, adversary=Adversary.JOURNALIST)
    decision = decide(assessment.decision.thresholds, prosecutor, journalist, assessment.marketer)
    return replace(assessment, journalist=journalist, decision=decision)


def test_an_optimum_by_an_estimated_risk_names_its_adversary(released: Deidentification) -> None:
    goal = replace(released.goal, sampling=Sampling(1000, 20_000))
    before, after = _with_journalist(released.before), _with_journalist(released.after)
    result = replace(released, goal=goal, before=before, after=after)
    text = words(deidentify_sections(result), "How it was found")
    assert "loses less against a journalist whose risk is estimated in a population of 20,000 people" in text


def test_levels_a_person_chose_are_not_called_the_searchs(released: Deidentification) -> None:
    page = deidentify_sections(replace(released, solution=replace(released.solution, was_chosen=True)))
    assert words(page, "How it was found").startswith("A person chose these levels. Whether others")
    assert "optimum" not in words(page, "How it was found")
    assert "a person chose the levels" in words(page, "Information lost")


def test_a_subsample_counts_the_people_it_was_drawn_from(released: Deidentification) -> None:
    result = replace(released, subsample=Subsample(0.2, 5000, 1000, 0.031, 0.2, 0.0123, 0.0625))
    page = deidentify_sections(result)
    assert headline(result).sentence.startswith("Released 962 of 5,000 people;")
    assert "38 of 1,000 people (3.8 %) were left out" in words(page, "What was suppressed")
    assert (
        "1,000 of 5,000 people were drawn at random before anything else, each with a probability of 20.0 %."
        in words(page, "Subsample")
    )
    (table,) = (part for part in page.sections if part.title == "Subsample" for part in part.parts[1:])
    figures = [[cell.text for cell in row.cells[1:]] for row in table.rows]
    assert figures == [["0.0310", "0.200"], ["0.0123", "0.0625"]]


def test_the_folders_say_what_may_be_given_away(released: Deidentification) -> None:
    text = words(deidentify_sections(released), "What is in the folder")
    assert "out/release goes to the recipient" in text
    assert "out/custodian stays with you" in text


def test_the_last_word_is_what_the_figures_do_not_say(released: Deidentification) -> None:
    page = deidentify_sections(released)
    assert page.sections[-1].title == "What this does not say"
    assert "evidence, not a legal finding" in words(page, "What this does not say")
    assert "Columns kept as they were can still identify somebody" in words(page, "What this does not say")
