"""The report as people open it: in a browser, without a network, on a wide and on a narrow screen."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bauta.model.edition import Edition
from bauta.model.study_record import StudyRecord

CHROMIUM = Path("/usr/bin/chromium")
pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="needs the browser chromium")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        flags = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        launched = playwright.chromium.launch(executable_path=str(CHROMIUM), args=flags)
        yield launched
        launched.close()


@pytest.mark.parametrize("edition", list(Edition))
@pytest.mark.parametrize("width", [1280, 400])
def test_it_opens_without_a_request_an_error_or_a_horizontal_scroll_bar(
    hospital: StudyRecord,
    rendered: Callable[..., tuple[str, bytes]],
    browser: Any,
    tmp_path: Path,
    edition: Edition,
    width: int,
) -> None:
    file = tmp_path / "report.html"
    file.write_text(rendered(hospital, edition)[0], encoding="utf-8")
    page = browser.new_page(viewport={"width": width, "height": 900})
    requests: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(file.as_uri())
    page.wait_for_load_state("networkidle")
    assert requests == [file.as_uri()]
    assert complaints == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    outside = page.evaluate(
        """() => [...document.querySelectorAll('p, li, dd, h1, h2, h3, .station, .headline, pre, svg')]
            .filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.scroll')).length"""
    )
    assert outside == 0
    page.close()
