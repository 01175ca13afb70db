"""A page as HTML: a whole file to be kept with the study, or a fragment for a notebook.

The file stands alone. It has no script and asks for nothing from the network, so it can be opened on a machine without
one, archived, and printed. Jinja escapes every string; only the SVG drawn by charts.py is taken as it is.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from bauta.report.page import Chart, Lines, Page, Scatter
from bauta.report.version import bauta_version

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


def render_html(page: Page, *, generated: datetime) -> str:
    """A self-contained HTML file."""
    environment = _environment()
    return environment.get_template("page.html").render(
        page=page, generated=_moment(generated), version=bauta_version()
    )


def render_fragment(page: Page) -> str:
    """The page for a notebook cell: no charts, and styles that touch nothing outside it."""
    return _environment().get_template("fragment.html").render(page=page)


def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("bauta.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["typeset"] = _typeset
    environment.filters["picture"] = _picture
    return environment


def _typeset(text: str) -> str:
    """Keep a number and its percent sign on one line."""
    return text.replace(" %", "\u00a0%")


def _picture(chart: Chart | Scatter | Lines) -> "Markup":
    from markupsafe import Markup

    from bauta.report.charts import chart_svg

    hidden = '<svg aria-hidden="true" focusable="false" '  # the figure around it has the words
    return Markup(chart_svg(chart).replace("<svg ", hidden, 1))


def _moment(generated: datetime) -> str:
    zone = generated.tzname()
    return f"{generated:%Y-%m-%d %H:%M}" + (f" {zone}" if zone else "")
