"""The explorer in a real browser: its verdicts are those of `proofkit check`, or it says to ask."""

import json
import random
from fractions import Fraction

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from proofkit import cli
from proofkit.language import registry
from proofkit.questions import pipeline
from proofkit.readers import explorer

TINY = Fraction(1, 10**9)
"""Relative margin below which the page may call two sides too close."""


@pytest.fixture(scope="session")
def page(tmp_path_factory):
    """The page about all lemmas, with the proofs of those without events (the others take long)."""
    chosen = registry.find(())
    quick = [lemma.id for lemma, _ in chosen if not lemma.id.endswith(("signs", "network"))]
    quick.remove("main-theorem")
    proofs = {claim.claim.name: claim for claim in pipeline.prove(quick).claims}
    path = tmp_path_factory.mktemp("explorer") / "explorer.html"
    path.write_text(explorer.page(chosen, proofs), encoding="utf-8")
    return path


class Explorer:
    """The open page, used as a person would."""

    def __init__(self, browser, page, fragment="", unfold=True):
        self.browser, self.driver = browser, browser.driver
        browser.width(1280)
        browser.open(page, fragment=fragment)
        for folded in (
            [] if not unfold else self.driver.find_elements(By.CSS_SELECTOR, "form details")
        ):
            folded.find_element(By.TAG_NAME, "summary").click()

    def element(self, name):
        return self.driver.find_element(By.ID, name)

    def enter(self, name, text):
        entry = self.element(f"value-{name}")
        entry.send_keys(Keys.CONTROL, "a")
        entry.send_keys(text, Keys.ENTER)
        self.settle()

    def drag(self, name, share):
        """Put a slider's thumb where the mouse clicks."""
        slider = self.element(f"slide-{name}")
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", slider)
        offset = int((share - 0.5) * (slider.size["width"] - 18))
        ActionChains(self.driver).move_to_element_with_offset(slider, offset, 0).click().perform()
        self.settle()

    def settle(self):
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))"
        )

    def values(self):
        script = """return Object.fromEntries([...document.querySelectorAll('form input[type=text]')]
            .map((entry) => [entry.id.slice(6), entry.value]))"""
        return self.driver.execute_script(script)

    def verdicts(self):
        script = """return Object.fromEntries([...document.querySelectorAll('tr[data-claim]')]
            .map((row) => [row.dataset.claim, row.dataset.verdict]))"""
        return self.driver.execute_script(script)

    def hypotheses(self):
        script = """return Object.fromEntries([...document.querySelectorAll('li[data-hypothesis]')]
            .map((item) => [item.dataset.hypothesis, item.dataset.state]))"""
        return self.driver.execute_script(script)

    def problem(self):
        return self.element("problem").text

    def row(self, claim):
        return self.driver.find_element(By.CSS_SELECTOR, f'tr[data-claim="{claim}"]')


def checked(values, capsys):
    """`proofkit check --format json` at the values that the page shows."""
    pairs = [item for name, value in values.items() for item in ("-p", f"{name}={value}")]
    cli.run(["check", "--format", "json", *pairs])
    return json.loads(capsys.readouterr().out)


def compare(seen, report):
    """Wrong verdicts, and claims called too close although they are not."""
    wrong, timid, close = [], [], 0
    for lemma in report["lemmas"]:
        for claim in lemma["claims"]:
            name = f"{lemma['id']}/{claim['id']}"
            state = seen.verdicts[name]
            if state in ("holds", "fails"):
                if state != claim["verdict"]:
                    wrong.append((name, state, claim["verdict"]))
                continue
            close += 1
            if not may_be_close(claim):
                timid.append((name, state, claim["verdict"], claim["margin"]))
        for k, hypothesis in enumerate(lemma["hypotheses"]):
            state = seen.hypotheses[f"{lemma['id']}/{k}"]
            if state in ("met", "unmet") and state != hypothesis["verdict"]:
                wrong.append((lemma["id"], hypothesis["id"], state, hypothesis["verdict"]))
    return wrong, timid, close


def may_be_close(claim):
    """A tie, no verdict, a probability, or a margin that is nothing beside the sides."""
    if claim["verdict"] == "undecided" or claim["margin"] in ("0", ""):
        return True
    if "P(" in claim["statement"]:
        return True
    if "=" in claim["statement"] and "≤" not in claim["statement"]:
        return True
    margin, *sides = (Fraction(claim[key] or "0") for key in ("margin", "lhs", "rhs"))
    return abs(margin) <= TINY * max(map(abs, sides))


class Seen:
    def __init__(self, explorer_page):
        self.verdicts, self.hypotheses = explorer_page.verdicts(), explorer_page.hypotheses()


def random_setting(dice):
    """What to type and where to drag; a third of the settings leave what the hypotheses allow."""
    d = dice.choice([3, 4, 5, 12, 22, 34, 102, 302, 1002])
    t = dice.choice([1, 2, 3, 10, 47, 1000, 10**6])
    wide = dice.random() < 0.35
    return {
        "d": str(d),
        "t": str(max(t, 2) if d == 3 else t),
        "a0": str(Fraction(dice.randint(-20 if wide else 0, 120 if wide else 100), 1000)),
        "a1": str(Fraction(dice.randint(-30 if wide else 70, 500), 100)),
        "b": str(Fraction(dice.randint(-10 if wide else 10, 90), 100)),
        "m": str(dice.choice([1, 15, 64, 500, 10**6])),
        "delta": str(Fraction(dice.randint(1, 99), 1000)),
        "floor": str(Fraction(dice.randint(1, 24), 100)),
        "spike": str(Fraction(dice.randint(80, 300), 100)),
        "theta": str(Fraction(dice.randint(1, 49), 100)),
        "k": str(dice.randint(1, 300)),
    }


@pytest.mark.parametrize("part", range(5))
def test_verdicts_agree_at_random_settings(browser, page, capsys, part):
    """Ten settings in each part, fifty in all."""
    dice = random.Random(2026 + part)
    here = Explorer(browser, page)
    total = close = 0
    problems = []
    for _ in range(10):
        wanted = random_setting(dice)
        for name in [*dice.sample(sorted(wanted), 4), "d", "t"]:
            here.enter(name, wanted[name])
        for name in dice.sample(["a0", "a1", "b", "delta", "spike", "m"], 2):
            here.drag(name, dice.random())
        assert here.problem() == ""
        values = here.values()
        report = checked(values, capsys)
        wrong, timid, few = compare(Seen(here), report)
        problems += [(values, *found) for found in [*wrong, *timid]]
        close += few
        total += sum(report["summary"][key] for key in ("holds", "fails", "undecided"))
    assert problems == []
    assert total == 10 * 187
    assert close < total / 10, f"{close} of {total} left to proofkit check"
    assert browser.requests() == []
    assert browser.console_errors() == []


EXTREME = [
    {"d": "102", "n": "1e18"},
    {"n": "1e18", "a1": "10"},
    {"n": "1e18", "d": "1000000002"},
    {"a1": "-1"},
    {"a1": "-3/7"},
    {"a0": "0"},
    {"a1": "0", "a0": "0", "b": "0"},
    {"b": "1/5", "d": "22", "t": "50", "n": "1000"},
    {"n": "2", "d": "3", "t": "2"},
    {"a1": "-1000", "n": "1000"},
    {"a1": "1", "m": "1e12", "delta": "1e-9"},
]


def test_verdicts_agree_at_extreme_settings(browser, page, capsys):
    problems = []
    for setting in EXTREME:
        here = Explorer(browser, page)
        for name, text in setting.items():
            here.enter(name, text)
        if here.problem():
            problems.append((setting, here.problem()))
            continue
        wrong, timid, _ = compare(Seen(here), checked(here.values(), capsys))
        problems += [(setting, *found) for found in [*wrong, *timid]]
    assert problems == []
    assert browser.console_errors() == []


def test_a_tie_is_left_to_the_kernel(browser, page, capsys):
    """At a0 = 0 the weight of the needle is exactly n^(-1) on D0."""
    here = Explorer(browser, page)
    here.enter("a0", "0")
    row = here.row("softmax-d0-weights/f-NN")
    assert row.get_attribute("data-verdict") == "close"
    assert "too close for the browser" in row.text
    asked = row.find_element(By.CSS_SELECTOR, ".ask code").text
    assert asked == "proofkit check softmax-d0-weights/f-NN -p a0=0"
    assert cli.run(asked.split()[1:]) == 0
    assert "holds" in capsys.readouterr().out


def test_an_equality_for_all_parameters_is_marked_as_proved(browser, page):
    here = Explorer(browser, page)
    row = here.row("softmax-d1-weights/u-NN")
    assert row.get_attribute("data-verdict") == "holds"
    assert "equal for all parameters: proved" in row.text


def test_linked_parameters_follow_and_wrong_ones_are_refused(browser, page):
    here = Explorer(browser, page)
    here.enter("n", "2000")
    here.enter("d", "12")
    assert here.values()["t"] == "200"
    here.enter("c", "0.3")
    assert here.values()["b"] == "7/10"
    here.enter("d", "13")
    assert here.problem() == "t: expected an integer, got 2000/11 (from n = (d - 2)*t)"
    assert "Not computed" in here.element("summary").text
    here.enter("d", "many")
    assert here.problem().startswith("d: expected a number such as 7/10, 0.7 or 1e18")
    here.enter("d", "12")
    assert here.problem() == ""
    here.drag("n", 0.8)
    values = {name: int(here.values()[name]) for name in ("n", "d", "t")}
    assert values["n"] == (values["d"] - 2) * values["t"] > 10**6


def test_the_address_keeps_the_state(browser, page):
    here = Explorer(browser, page)
    here.enter("a1", "3/5")
    here.enter("n", "1e6")
    fragment = browser.driver.current_url.partition("#")[2]
    before = here.values(), here.verdicts()
    again = Explorer(browser, page, fragment)
    assert (again.values(), again.verdicts()) == before
    assert again.values()["a1"] == "3/5"


def test_the_keyboard_is_enough(browser, page):
    """Tab to a slider, move it with arrows, and hear what changed."""
    here = Explorer(browser, page, unfold=False)
    for _ in range(30):
        ActionChains(browser.driver).send_keys(Keys.TAB).perform()
        focus = browser.driver.switch_to.active_element
        if focus.get_attribute("id") == "slide-a1":
            break
    assert focus.get_attribute("id") == "slide-a1"
    before, said = here.values()["a1"], here.element("summary").text
    focus.send_keys(Keys.ARROW_RIGHT)
    here.settle()
    assert Fraction(here.values()["a1"]) > Fraction(before)
    focus.send_keys(Keys.HOME)
    here.settle()
    assert here.element("summary").text != said
    assert here.element("summary").get_attribute("aria-live") == "polite"
    assert here.verdicts()["softmax-d1-weights/f-NN"] == "fails"
    outline = "return getComputedStyle(document.activeElement).outlineStyle"
    assert browser.driver.execute_script(outline) == "solid"


def test_every_control_has_a_name(browser, page):
    here = Explorer(browser, page)
    for control in here.driver.find_elements(By.CSS_SELECTOR, "input, select, button"):
        if control.is_displayed():
            assert control.accessible_name.strip()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_it_fits_the_screen(browser, page, width, scheme):
    browser.width(width)
    browser.scheme(scheme)
    browser.open(page)
    assert browser.overflow() == 0
    assert browser.requests() == []
    assert browser.console_errors() == []
