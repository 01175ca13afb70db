from dataclasses import replace

import pytest

from bauta.model.deidentification import Exploration
from bauta.model.threshold import Threshold, Thresholds
from bauta.model.transformations import CriterionKind, LossKind
from bauta.report.content_explore import MOST_LISTED, MOST_POINTS, explore_sections
from bauta.report.page import Page, Paragraph, Scatter, Table, Tone


def table(page: Page, number: int) -> Table:
    return next(part for part in page.sections[number].parts if isinstance(part, Table))


def scatter(page: Page) -> Scatter:
    return next(part for part in page.sections[0].parts if isinstance(part, Scatter))


def words(page: Page, number: int) -> str:
    return " ".join(part.text for part in page.sections[number].parts if isinstance(part, Paragraph))


def test_the_headline_is_the_optimum_and_what_it_costs(explored: Exploration) -> None:
    headline = explore_sections(explored).headline
    assert headline is not None
    assert (headline.verdict, headline.tone) == ("Optimum", Tone.GOOD)
    assert headline.sentence == (
        "A loss of 0.217 (LM) with 38 of 1,000 people (3.8 %) left out, at birth_date=3 (year), zip=1."
    )
    assert headline.basis == (
        "Asked: nobody in a class smaller than 5; at most 5.0 % of people left out. "
        "Of 48 nodes (combinations of levels) this one loses least."
    )


@pytest.mark.parametrize(
    ("criterion", "has_population", "asked"),
    [
        (CriterionKind.MAXIMUM, True, "nobody matching fewer than 5 people of the population;"),
        (CriterionKind.AVERAGE, False, "an average risk of at most 0.05;"),
        (CriterionKind.STRICT_AVERAGE, False, "no class smaller than 3, an average risk of at most 0.05;"),
        (CriterionKind.SHARE, False, "at most 1.0 % of people in a class smaller than 5;"),
    ],
)
def test_what_was_asked_is_told_in_words(
    criterion: CriterionKind, has_population: bool, asked: str, explored: Exploration
) -> None:
    thresholds = Thresholds(alpha=0.01, average=Threshold.parse("0.05"))
    goal = replace(explored.goal, criterion=criterion, has_population=has_population, thresholds=thresholds)
    headline = explore_sections(replace(explored, goal=goal)).headline
    assert headline is not None
    assert headline.basis.startswith(f"Asked: {asked}")


def test_without_a_solution_the_nearest_node_is_named(explored: Exploration) -> None:
    far = tuple(replace(n, is_within_limit=False) for n in explored.nodes[:2])
    headline = explore_sections(replace(explored, nodes=far, best=None)).headline
    assert headline is not None
    assert (headline.verdict, headline.tone) == ("No solution", Tone.BAD)
    assert headline.sentence == (
        "Of 48 nodes (combinations of levels) none is within the limits. Fewest people: a loss of 0.162 (LM) with "
        "250 of 1,000 people (25.0 %) left out, at birth_date=2 (quarter)."
    )
    assert "--levels birth_date=2,zip=0,sex=0" in words(explore_sections(replace(explored, nodes=far, best=None)), 1)


def test_a_space_in_which_no_node_keeps_anybody_can_be_told(explored: Exploration) -> None:
    for nodes in ((), tuple(replace(n, suppressed_records=1000, is_on_frontier=False) for n in explored.nodes)):
        page = explore_sections(replace(explored, nodes=nodes, best=None))
        assert page.headline is not None
        assert page.headline.sentence == "Of 48 nodes (combinations of levels) none is within the limits."
        assert [section.title for section in page.sections] == ["The frontier"]
        assert words(page, 0) == "It is empty: no node leaves anybody in the data."


def test_the_frontier_is_listed_least_loss_first(explored: Exploration) -> None:
    shuffled = replace(explored, nodes=tuple(reversed(explored.nodes)))
    for page in (explore_sections(explored), explore_sections(shuffled)):
        assert [([cell.text for cell in row.cells], row.note) for row in table(page, 0).rows] == [
            (["1", "0.120", "611 (61.1 %)", "0.200", "0.113", "44", "no"], "birth_date=1 (month)"),
            (["2", "0.162", "250 (25.0 %)", "0.200", "0.0853", "64", "no"], "birth_date=2 (quarter)"),
            (["3", "0.217", "38 (3.8 %)", "0.200", "0.0624", "60", "yes, optimum"], "birth_date=3 (year), zip=1"),
            (
                ["4", "1", "0 (0 %)", "0.200", "0.00100", "1", "yes"],
                "birth_date=5 (nothing told), zip=3, sex=1 (nothing told)",
            ),
        ]
        assert words(page, 0).startswith("4 of 48 nodes are on the frontier")


def test_a_node_that_changes_nothing_says_so(explored: Exploration) -> None:
    original = replace(explored.nodes[0], levels=(0, 0, 0), loss=0.0, suppressed_records=900)
    page = explore_sections(replace(explored, nodes=(original, *explored.nodes)))
    assert table(page, 0).rows[0].note == "nothing generalized"


def test_a_long_frontier_is_listed_at_even_steps_and_with_the_optimum(large_space: Exploration) -> None:
    page = explore_sections(large_space)
    numbers = [int(row.cells[0].text) for row in table(page, 0).rows]
    assert len(numbers) == MOST_LISTED + 1
    assert (numbers[0], numbers[-1]) == (1, 201)
    assert 157 in numbers
    assert f"{MOST_LISTED + 1} of them are listed, at even steps; --json has all." in words(page, 0)


def test_a_large_space_is_thinned_for_the_picture_but_its_frontier_is_not(large_space: Exploration) -> None:
    picture = scatter(explore_sections(large_space))
    assert MOST_POINTS / 4 < len(picture.points) <= MOST_POINTS
    assert len(picture.frontier) == 201
    drawn = {(point.x, point.y) for point in picture.points}
    assert drawn <= {(n.loss, n.suppressed_share) for n in large_space.nodes}
    assert "Of those that would cover each other one is drawn" in picture.caption
    assert scatter(explore_sections(large_space)) == picture


def test_the_thinned_picture_reaches_as_far_as_the_whole(large_space: Exploration) -> None:
    drawn = scatter(explore_sections(large_space)).points
    for figure in ("loss", "suppressed_share"):
        axis = "x" if figure == "loss" else "y"
        reach = [max(getattr(n, figure) for n in large_space.nodes), max(getattr(point, axis) for point in drawn)]
        assert reach[1] == pytest.approx(reach[0], rel=0.05)


def test_nodes_with_one_loss_can_be_thinned(large_space: Exploration) -> None:
    alike = replace(large_space, nodes=tuple(replace(n, loss=1.0) for n in large_space.nodes))
    assert len(scatter(explore_sections(alike)).points) <= MOST_POINTS


def test_the_picture_is_told_in_words(explored: Exploration) -> None:
    picture = scatter(explore_sections(explored))
    assert len(picture.points) == 5
    assert picture.best is not None
    assert (picture.best.x, picture.best.y, picture.limit) == (0.2171, 0.038, 0.05)
    assert [point.is_marked for point in picture.points] == [False, False, True, True, True]
    assert picture.description.startswith("Scatter plot of 5 nodes: loss against share of people suppressed")
    assert "The optimum: a loss of 0.217 (LM)" in picture.description


def test_the_way_to_choose_another_node_can_be_pasted(explored: Exploration) -> None:
    page = explore_sections(explored)
    commands = [part for part in page.sections[1].parts if isinstance(part, Paragraph) and part.is_command]
    assert [command.text for command in commands] == [
        "bauta deidentify STUDY --out DIR --levels birth_date=3,zip=1,sex=0"
    ]
    assert [[cell.text for cell in row.cells] for row in table(page, 1).rows] == [
        ["birth_date", "0 (unchanged), 1 (month), 2 (quarter), 3 (year), 4 (5 years), 5 (nothing told)"],
        ["zip", "0 (unchanged), 1, 2, 3"],
        ["sex", "0 (unchanged), 1 (nothing told)"],
    ]


def test_names_a_shell_would_take_apart_are_quoted(explored: Exploration) -> None:
    page = explore_sections(replace(explored, variables=("date of birth", "zip", "$(sex)")))
    assert "--levels 'date of birth=3,zip=1,$(sex)=0'" in words(page, 1)


def test_an_average_that_is_not_known_is_a_dash(explored: Exploration) -> None:
    nobody = replace(explored.nodes[0], maximum_risk=None, average_risk=None, suppressed_records=1000)
    page = explore_sections(replace(explored, nodes=(nobody, *explored.nodes[1:])))
    assert [cell.text for cell in table(page, 0).rows[0].cells[3:5]] == ["–", "–"]


def test_losses_have_their_unit(explored: Exploration) -> None:
    goal = replace(explored.goal, loss=LossKind.NON_UNIFORM_ENTROPY)
    page = explore_sections(replace(explored, goal=goal))
    assert table(page, 0).columns[1].title == "Loss (non-uniform entropy)"
    assert table(page, 0).rows[-1].cells[1].text == "1.0 bits"
