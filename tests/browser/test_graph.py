"""The graph of claims in a real browser: moved about in, pointed at, searched, on any screen."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from proofkit.questions import graph
from proofkit.readers.graph import page as graph_page

CHOSEN = ["softmax-d1-weights", "hoeffding"]


@pytest.fixture(scope="session")
def built():
    return graph.build(CHOSEN, {"a1": "3/5"})


@pytest.fixture(scope="session")
def page(tmp_path_factory, built):
    path = tmp_path_factory.mktemp("graph") / "graph.html"
    path.write_text(graph_page(built, {"hoeffding": "graph.html"}), encoding="utf-8")
    return path


def field(browser, name):
    return browser.driver.find_element(By.CSS_SELECTOR, f'[data-claim="{name}"]')


def panel(browser):
    return browser.driver.find_element(By.ID, "panel")


def marked(browser, kind):
    found = browser.driver.find_elements(By.CSS_SELECTOR, f".field.{kind}")
    return {each.get_attribute("data-claim") for each in found}


def transform(browser):
    return browser.driver.find_element(By.ID, "all").get_attribute("transform")


def test_pointing_shows_what_a_claim_says_and_rests_on(browser, page, built):
    browser.width(1280)
    browser.open(page)
    assert f"{sum(n.kind == 'claim' for n in built.nodes)} claims, 2 axioms" in panel(browser).text
    ActionChains(browser.driver).move_to_element(
        field(browser, "softmax-d1-context/own-lower")
    ).perform()
    said = panel(browser)
    assert "own-lower" in said.text
    assert "fails at the parameters; proved, and so is all it uses" in said.text
    formula = said.find_element(By.CSS_SELECTOR, "math msub")
    assert formula.is_displayed()
    used = {e.used for e in built.edges if e.user == "softmax-d1-context/own-lower"}
    assert used
    assert used <= marked(browser, "below")
    users = {e.user for e in built.edges if e.used == "softmax-d1-context/own-lower"}
    assert users <= marked(browser, "above")
    ActionChains(browser.driver).move_to_element(panel(browser)).perform()
    assert marked(browser, "below") == set()
    field(browser, "softmax-d1-weights/f-NN").click()
    assert "used by" in panel(browser).text
    panel(browser).find_element(By.CSS_SELECTOR, ".node").click()
    chosen = browser.driver.find_element(By.ID, "graph").get_attribute("data-chosen")
    assert "softmax-d1-weights/f-NN" in {e.used for e in built.edges if e.user == chosen}
    assert browser.console_errors() == []
    assert browser.requests() == []


def test_moving_about(browser, page):
    browser.width(1280)
    browser.open(page)
    stage = browser.driver.find_element(By.ID, "graph")
    before = transform(browser)
    drag = ActionChains(browser.driver).move_to_element_with_offset(stage, 0, 250)
    drag.click_and_hold().move_by_offset(80, 40).release().perform()
    moved = transform(browser)
    assert moved != before
    browser.driver.find_element(By.ID, "closer").click()
    assert float(transform(browser).split("scale(")[1][:-1]) > float(moved.split("scale(")[1][:-1])
    browser.driver.find_element(By.ID, "fit").click()
    fitted = transform(browser)
    browser.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.ARROW_RIGHT)
    assert transform(browser) != fitted


def test_filters_and_a_link(browser, page, built):
    browser.width(1280)
    browser.open(page)
    browser.driver.find_element(By.ID, "search").send_keys("f-NN-sharp")
    assert marked(browser, "found") == {"softmax-d1-weights/f-NN-sharp"}
    assert "1 claim" in panel(browser).text
    browser.driver.find_element(By.ID, "search").clear()
    run = browser.driver.execute_script
    run(
        "const s = document.getElementById('status'); s.value = 'fails'; s.dispatchEvent(new Event('change'))"
    )
    failing = {n.name for n in built.nodes if n.status == "fails"}
    assert failing
    assert marked(browser, "found") == failing
    options = run("return [...document.querySelectorAll('#status option')].map((o) => o.text)")
    assert "refuted" not in options
    browser.open(page, fragment="softmax-d1-weights/f-NN")
    assert marked(browser, "here") == {"softmax-d1-weights/f-NN"}
    boxes = run(
        "return [...document.querySelectorAll('[data-box]')].map((b) => [b.dataset.box, b.classList.contains('axiom')])"
    )
    assert ["axiom:hoeffding", True] in boxes
    assert ["hoeffding", False] in boxes


def test_what_is_shown_lies_under_nothing(browser, page):
    """A link brings a claim clear of the buttons and of the legend; from afar, names that are not
    meant fade with their boxes."""
    seen = """
        const field = document.querySelector('.field.here').getBoundingClientRect();
        return ['.zoom', '.legend'].filter((name) => {
          const other = document.querySelector(name).getBoundingClientRect();
          return field.left < other.right && other.left < field.right
            && field.top < other.bottom && other.top < field.bottom;
        })"""
    run = browser.driver.execute_script
    for width in (1280, 390):
        browser.width(width)
        for name in ("softmax-d1-weights/f-NN", "hoeffding/tail", "softmax-d1-context/class-share"):
            browser.open(page, fragment=name)
            assert len(marked(browser, "here")) == 1, name
            assert run(seen) == [], (name, width)
    browser.open(page)
    browser.driver.find_element(By.ID, "search").send_keys("f-NN-sharp")
    faded = run("""
        const names = [...document.querySelectorAll('.far')];
        return names.map((name) => [name.textContent, getComputedStyle(name).opacity])""")
    bright = [name for name, opacity in faded if opacity == "1"]
    assert bright == ["Softmax weightson D₁"]
    browser.driver.find_element(By.ID, "search").send_keys(" nowhere")
    assert "0 claims: nothing has this name and status" in panel(browser).text


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_it_fits_the_screen(browser, page, width, scheme):
    browser.width(width)
    browser.scheme(scheme)
    browser.open(page, fragment="softmax-d1-weights/f-NN")
    assert browser.overflow() == 0
    letters = browser.driver.execute_script(
        "return document.querySelector('.field.here text').getBoundingClientRect().height"
    )
    assert letters > 8
    assert panel(browser).find_element(By.CSS_SELECTOR, "math").is_displayed()
    assert browser.requests() == []
    assert browser.console_errors() == []
