import re
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest

from bauta.model.assessment import Assessment
from bauta.model.columns import ColumnProfile
from bauta.model.deidentification import Deidentification, Exploration
from bauta.report.charts import chart_svg
from bauta.report.content import assessment_sections, profile_sections
from bauta.report.content_deidentify import deidentify_sections
from bauta.report.content_explore import explore_sections
from bauta.report.page import Bar, Chart, ChartKind, Point, Scatter
from bauta.report.render_html import render_fragment, render_html

NOW = datetime(2026, 1, 5, 14, 30, tzinfo=UTC)
NAMESPACES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")


class Outline(HTMLParser):
    """Collects the tags of a document and checks that they nest."""

    EMPTY = frozenset({"meta", "br"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def count(self, tag: str) -> int:
        return sum(found == tag for found, _ in self.tags)


def test_the_file_asks_the_network_for_nothing(
    with_population: Assessment, released: Deidentification, large_space: Exploration
) -> None:
    pages = (assessment_sections(with_population), deidentify_sections(released), explore_sections(large_space))
    for page in pages:
        html = render_html(page, generated=NOW)
        for namespace in NAMESPACES:
            html = html.replace(namespace, "")
        for reference in ("http:", "https:", "src=", "@import", "url(", "href=", "<script", "<link", "<iframe"):
            assert reference not in html


def test_the_page_has_one_heading_for_each_section_and_named_table_heads(
    high_risk: Assessment, released: Deidentification, explored: Exploration
) -> None:
    for page in (assessment_sections(high_risk), deidentify_sections(released), explore_sections(explored)):
        outline = Outline(render_html(page, generated=NOW))
        assert outline.tags[0] == ("html", {"lang": "en"})
        assert outline.count("h1") == 1
        assert outline.count("h2") == len(page.sections)
        assert outline.count("table") == outline.count("caption")
        assert all(attributes.get("scope") in ("row", "col") for tag, attributes in outline.tags if tag == "th")


def test_charts_are_drawn_inline_and_told_in_words(high_risk: Assessment) -> None:
    outline = Outline(render_html(assessment_sections(high_risk), generated=NOW))
    labels = [attributes.get("aria-label") for tag, attributes in outline.tags if tag == "figure"]
    assert labels == [
        "Bar chart of the share of people by class size. 13.0 % of people are in classes smaller than 5.",
        "Bar chart of what each quasi-identifier adds to the average risk. birth_date adds most: 0.176.",
    ]
    assert outline.count("svg") == 2


def test_the_moment_and_the_version_are_in_the_footer(high_risk: Assessment) -> None:
    html = render_html(assessment_sections(high_risk), generated=NOW)
    assert re.search(r"Made with bauta \d[\w.]* on 2026-01-05 14:30 UTC\.", html)


@pytest.mark.parametrize("as_fragment", [True, False])
def test_hostile_names_stay_text(
    as_fragment: bool,
    hostile: Assessment,
    hostile_columns: tuple[ColumnProfile, ...],
    hostile_release: Deidentification,
    hostile_space: Exploration,
) -> None:
    pages = [
        assessment_sections(hostile),
        profile_sections("<x>\x1b.csv", 9, hostile_columns, ["<n>\x07"]),
        deidentify_sections(hostile_release),
        explore_sections(hostile_space),
    ]
    for page in pages:
        html = render_fragment(page) if as_fragment else render_html(page, generated=NOW)
        outline = Outline(html)
        tags = {tag for tag, _ in outline.tags}
        assert not tags & {"script", "img", "b", "i", "x", "n"}
        assert not any(name.startswith("on") for _, attributes in outline.tags for name in attributes)
        assert "<script>alert('x')</script>" in "".join(outline.text)
        assert all(character.isprintable() or character in "\n\u00a0" for character in html)
        assert "n" * 60 not in html


def test_a_notebook_gets_a_small_fragment_without_charts_or_style_sheets(high_risk: Assessment) -> None:
    fragment = render_fragment(assessment_sections(high_risk))
    outline = Outline(fragment)
    assert not {tag for tag, _ in outline.tags} & {"svg", "style", "html", "script"}
    assert "HIGH:" in fragment
    assert len(fragment) < 16_000


def test_names_cut_to_the_same_text_still_have_a_bar_each() -> None:
    bars = (Bar("same…", 0.5, "0.500"), Bar("same…", 0.25, "0.250"))
    svg = chart_svg(Chart(ChartKind.CONTRIBUTIONS, bars, "two bars"))
    assert svg.count("same…</text>") == 2
    assert "0.500</text>" in svg
    assert "0.250</text>" in svg


def test_the_same_page_at_the_same_moment_is_the_same_bytes(with_population: Assessment) -> None:
    page = assessment_sections(with_population)
    assert render_html(page, generated=NOW) == render_html(page, generated=NOW)


def test_a_chart_in_which_nothing_adds_anything_can_be_drawn() -> None:
    svg = chart_svg(Chart(ChartKind.CONTRIBUTIONS, (Bar("sex", 0.0, "0"),), "nothing"))
    assert "NaN" not in svg


def test_a_solution_space_is_drawn_and_told_in_words(explored: Exploration) -> None:
    outline = Outline(render_html(explore_sections(explored), generated=NOW))
    assert outline.count("svg") == outline.count("figcaption") == 1
    (label,) = [attributes["aria-label"] for _, attributes in outline.tags if attributes.get("role") == "img"]
    assert label is not None
    assert label.startswith("Scatter plot of 5 nodes")


def test_a_solution_space_in_a_notebook_has_its_table_and_no_picture(explored: Exploration) -> None:
    fragment = render_fragment(explore_sections(explored))
    outline = Outline(fragment)
    assert outline.count("svg") == 0
    assert outline.count("table") == 2
    assert "--levels birth_date=3,zip=1,sex=0</pre>" in fragment


def test_a_picture_of_many_thousand_nodes_is_small_and_the_same_bytes_again(large_space: Exploration) -> None:
    page = explore_sections(large_space)
    html = render_html(page, generated=NOW)
    assert len(html) < 400_000
    assert html == render_html(page, generated=NOW)


@pytest.mark.parametrize("best", [None, Point(0.5, 0.0)])
def test_a_solution_space_of_one_point_can_be_drawn(best: Point | None) -> None:
    point = Point(0.5, 0.0, is_marked=True)
    svg = chart_svg(
        Scatter((point,), (point,), best, "optimum", 0.0, "limit 0 %", "Loss", "People", "in", "over", "one", "one")
    )
    assert "NaN" not in svg
    assert ("optimum</text>" in svg) is (best is not None)
    assert "limit 0 %</text>" in svg
