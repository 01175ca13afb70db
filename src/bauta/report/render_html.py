"""A page as HTML: a whole file to be kept with the study, or a fragment for a notebook.

The file stands alone. It has no script and asks for nothing from the network, so it can be opened on a machine without
one, archived, and printed. Jinja escapes every string; only the SVG drawn by charts.py is taken as it is.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from bauta.report.document import Picture
from bauta.report.page import Chart, Page
from bauta.report.version import bauta_version

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


def render_html(page: Page, *, generated: datetime) -> str:
    """A self-contained HTML file."""
    return (
        environment().get_template("page.html").render(page=page, generated=moment(generated), version=bauta_version())
    )


def render_fragment(page: Page) -> str:
    """The page for a notebook cell: no charts, and styles that touch nothing outside it."""
    return environment().get_template("fragment.html").render(page=page)


def environment() -> "Environment":
    """Templates in which every string is escaped and a name that is not there is a fault."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    templates = Environment(
        loader=PackageLoader("bauta.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    templates.filters["typeset"] = _typeset
    templates.filters["picture"] = _picture
    templates.filters["kind"] = lambda part: type(part).__name__
    return templates


def _typeset(text: str) -> str:
    """Keep a number and its percent sign on one line."""
    return text.replace(" %", "\u00a0%")


def _picture(chart: Chart | Picture) -> "Markup":
    from markupsafe import Markup

    from bauta.report.charts import chart_svg

    hidden = '<svg aria-hidden="true" focusable="false" '  # the figure around it has the words
    return Markup(chart_svg(chart).replace("<svg ", hidden, 1))


def moment(generated: datetime) -> str:
    """A time as words."""
    zone = generated.tzname()
    return f"{generated:%Y-%m-%d %H:%M}" + (f" {zone}" if zone else "")
