"""A report in a real browser: it fits, it loads nothing, its formulas and pictures are drawn."""

import pytest

from proofkit import cli


@pytest.fixture(scope="session")
def page(tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "report.html"
    selection = ["softmax-d1-weights", "softmax-d1-context"]
    assert cli.run(["report", *selection, "-p", "a1=6/10", "-o", str(path)]) == 0
    return path


@pytest.fixture(scope="session")
def checked(tmp_path_factory):
    from proofkit.questions import pipeline
    from proofkit.readers.report import html

    path = tmp_path_factory.mktemp("check") / "check.html"
    path.write_text(html.check(pipeline.check((), {"a1": "6/10"})), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["page", "checked"])
def test_it_opens_from_the_disk(browser, request, name):
    browser.open(request.getfixturevalue(name))
    for width in (1280, 390):
        browser.width(width)
        for scheme in ("light", "dark"):
            browser.scheme(scheme)
            assert browser.overflow() == 0, (scheme, width)
    assert browser.requests() == []
    assert browser.console_errors() == []


def test_formulas_and_pictures_are_drawn(browser, page):
    browser.open(page)
    script = """
        const raised = document.querySelector('math msup');
        const [base, above] = [...raised.children].map((part) => part.getBoundingClientRect());
        const images = [...document.images];
        return [above.top < base.top, images.length, images.every((i) => i.complete && i.naturalWidth > 0)]"""
    raised, images, drawn = browser.driver.execute_script(script)
    assert raised
    assert images > 0
    assert drawn


def test_a_link_opens_the_lemma_that_it_leads_to(browser, tmp_path):
    """Many lemmas are folded; what is inside one is shown to who asks for it by its name."""
    path = tmp_path / "report.html"
    assert cli.run(["report", "bernoulli", "growth", "means", "shares", "-o", str(path)]) == 0
    shown = "return document.getElementById('means').checkVisibility()"
    browser.open(path)
    assert not browser.driver.execute_script(shown)
    assert browser.driver.execute_script("return document.body.scrollHeight") < 4_000
    browser.open(path, fragment="means")
    assert browser.driver.execute_script(shown)


def test_a_claim_unfolds_to_its_proof(browser, page):
    browser.open(page)
    script = """
        const claim = [...document.querySelectorAll('.claim')].find((each) => !each.open);
        const shown = () => claim.querySelector('.proofkit-line').checkVisibility();
        const before = shown();
        claim.querySelector('summary').click();
        return [before, shown()]"""
    assert browser.driver.execute_script(script) == [False, True]


def test_the_graph_is_dark_in_the_dark(browser, page):
    """Drawn for light paper, it is turned over."""
    style = "return getComputedStyle(document.querySelector('.drawn')).filter"
    for scheme, turned in (("light", False), ("dark", True)):
        browser.scheme(scheme)
        browser.open(page)
        assert ("invert" in browser.driver.execute_script(style)) is turned
