"""The explorer in a real browser: its verdicts are those of `proofkit check`, or it says to ask."""

import json
import random
from fractions import Fraction
from urllib.parse import urlencode

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from proofkit import cli
from proofkit.language import registry
from proofkit.questions import pipeline
from proofkit.readers import explorer

TINY = Fraction(1, 10**9)
"""Relative margin below which the page may call two sides too close."""


@pytest.fixture(scope="session")
def page(tmp_path_factory):
    """The page about all lemmas, with their proofs: those that the collection ships."""
    chosen = registry.find(())
    proofs = {claim.claim.name: claim for claim in pipeline.prove(()).claims}
    path = tmp_path_factory.mktemp("explorer") / "explorer.html"
    path.write_text(explorer.page(chosen, proofs), encoding="utf-8")
    return path


class Explorer:
    """The open page, used as a person would."""

    def __init__(self, browser, page, fragment=""):
        self.browser, self.driver = browser, browser.driver
        browser.width(1280)
        browser.open(page, fragment=fragment)

    def choose(self, lemma):
        """Take a lemma from the list, found by typing its id."""
        self.element("choose").click()
        self.element("search").send_keys(lemma)
        self.driver.find_element(By.CSS_SELECTOR, f'[data-lemma="{lemma}"]').click()
        self.settle()

    def follow(self, state):
        """Go where a link leads, on the open page, once it has written its own address."""
        self.driver.execute_async_script(
            """const [address, done] = arguments;
            setTimeout(() => {
              if (location.hash === `#${address}`) { done(); return; }
              addEventListener('hashchange', () => done(), { once: true });
              location.hash = address;
            }, 110)""",
            urlencode(state),
        )
        self.settle()

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

    def shown(self):
        rows = self.driver.find_elements(By.CSS_SELECTOR, "tr[data-claim]")
        return [row.get_attribute("data-claim") for row in rows if row.is_displayed()]

    def mapped(self):
        """The letters of the map's fields, once it is done."""
        self.settle()
        script = "return document.getElementById('map').dataset.done"
        WebDriverWait(self.driver, 60).until(lambda driver: driver.execute_script(script))
        return self.element("map").get_attribute("data-cells")

    def ends(self, name):
        script = """
            const content = readContent(document.getElementById('content'));
            const lemma = content.lemmas.find(({ id }) => id === arguments[0]);
            const all = lemma.parameters.map(({ is, slider }) => ({ ...content.parameters[is], slider }));
            return Axis.ends(all.find(({ name }) => name === arguments[1]))"""
        return self.driver.execute_script(script, WEIGHTS, name)

    def fragment(self):
        """The address is written once the hand rests."""
        self.driver.execute_async_script("setTimeout(arguments[0], 250)")
        return self.driver.current_url.partition("#")[2]

    def row(self, claim):
        return self.driver.find_element(By.CSS_SELECTOR, f'tr[data-claim="{claim}"]')


def checked(lemma, values, capsys):
    """`proofkit check --format json` at the values that the page shows."""
    pairs = [item for name, value in values.items() for item in ("-p", f"{name}={value}")]
    cli.run(["check", lemma, "--format", "json", *pairs])
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


def somewhere(lemma, dice):
    """Values for a lemma; a third of the settings leave what the hypotheses allow."""
    wide = dice.random() < 0.35
    names = {p.name for p in lemma.parameters}
    values = {}
    if "d" in names:
        values["d"] = str(dice.choice([3, 4, 5, 12, 102, 302]))
        values["t"] = str(dice.choice([2, 3, 10, 47, 1000, 10**6]))
    own = [p for p in lemma.parameters if p.name not in ("n", "d", "t", "c")]
    for p in dice.sample(own, min(3, len(own))):
        default = Fraction(p.default)
        if p.integer:
            values[p.name] = str(max(p.least or 0, dice.choice([1, 2, 15, 300, int(default)])))
        else:
            factor = Fraction(dice.randint(-5 if wide else 5, 30), 10)
            values[p.name] = str(default * factor if default else factor)
    return values


@pytest.mark.parametrize("part", range(2))
def test_verdicts_agree_at_random_settings(browser, page, capsys, part):
    """Every lemma once: most by a link, some typed and dragged. Maps, which have a test of their
    own, are drawn coarsely meanwhile."""
    dice = random.Random(2026 + part)
    here = Explorer(browser, page)
    here.driver.execute_script("ClaimMap.STEPS.length = 1")
    total = close = 0
    problems = []
    lemmas = [lemma for lemma, _ in registry.find(())][part::2]
    for k, lemma in enumerate(lemmas):
        wanted = somewhere(lemma, dice)
        if k % 12 == 0:
            here.choose(lemma.id)
            for name, text in wanted.items():
                here.enter(name, text)
            here.drag(dice.choice([p.name for p in lemma.parameters]), dice.random())
        else:
            here.follow({".lemma": lemma.id, **wanted})
        assert here.problem() == "", lemma.id
        values = here.values()
        assert set(values) == {p.name for p in lemma.parameters}
        report = checked(lemma.id, values, capsys)
        wrong, timid, few = compare(Seen(here), report)
        problems += [(values, *found) for found in [*wrong, *timid]]
        close += few
        total += sum(report["summary"][key] for key in ("holds", "fails", "undecided"))
    assert problems == []
    assert total == sum(len(lemma.claims) for lemma in lemmas)
    assert close < total / 5, f"{close} of {total} left to proofkit check"
    assert browser.requests() == []
    assert browser.console_errors() == []


WEIGHTS = "softmax-d1-weights"
EXTREME = [
    (WEIGHTS, {"d": "102", "n": "1e18"}),
    (WEIGHTS, {"n": "1e18", "a1": "10"}),
    (WEIGHTS, {"n": "1e18", "d": "1000000002"}),
    (WEIGHTS, {"a1": "-1"}),
    ("identity-softmax-d1-weights", {"a1": "-3/7"}),
    ("softmax-d0-weights", {"a0": "0"}),
    ("dataset", {"a1": "0", "a0": "0", "b": "0"}),
    ("softmax-d1-context", {"b": "1/5", "d": "22", "t": "50", "n": "1000"}),
    ("linear-d1-signs", {"n": "2", "d": "3", "t": "2"}),
    (WEIGHTS, {"a1": "-1000", "n": "1000"}),
    ("softmax-d1-network", {"a1": "1", "m": "1e12", "delta": "1e-9"}),
    ("tangents", {"x": "1e-30"}),
    ("tangents", {"x": "0"}),
]


def test_verdicts_agree_at_extreme_settings(browser, page, capsys):
    problems = []
    here = Explorer(browser, page)
    for lemma, setting in EXTREME:
        here.follow({".lemma": lemma, **setting})
        if here.problem():
            problems.append((setting, here.problem()))
            continue
        wrong, timid, _ = compare(Seen(here), checked(lemma, here.values(), capsys))
        problems += [(setting, *found) for found in [*wrong, *timid]]
    assert problems == []
    assert browser.console_errors() == []


def test_the_map_shows_what_check_says(browser, page, capsys):
    """The field in which each of some values lies, and the point that is set inside the map."""
    here = Explorer(browser, page, f".lemma={WEIGHTS}&.claim=f-NN&.map=a1:n&n=1000&d=102")
    cells = here.mapped()
    assert len(cells) == 48 * 48
    assert set(cells) == set("hfH")
    top, bottom = cells[:48], cells[-48:]
    assert top.index("h") == cells[48:96].index("h")  # for n beyond all bounds: the golden ratio
    across = here.driver.execute_script(
        "return [...document.querySelectorAll('#map canvas')].map((c) => c.width)"
    )
    assert across == [48]
    low, high = (float(x) for x in here.ends("a1"))
    border = low + (high - low) * top.index("h") / 48
    assert abs(border - 0.618) < (high - low) / 48
    assert bottom.count("f") <= top.count("f")
    here.enter("a1", "6")
    assert here.mapped() != cells
    u, v = (float(x) for x in here.element("map").get_attribute("data-here").split())
    assert 0 < u < 1
    assert 0 < v < 1
    frame = here.element("map")
    here.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", frame)
    ActionChains(here.driver).move_to_element_with_offset(frame, -60, -40).click().perform()
    here.settle()
    moved = here.values()
    assert Fraction(moved["a1"]) < 6
    assert int(moved["n"]) > 1000
    report = checked(WEIGHTS, moved, capsys)
    assert here.verdicts()[f"{WEIGHTS}/f-NN"] == report["lemmas"][0]["claims"][7]["verdict"]


def test_curves_can_be_looked_at_closer_and_a_link_restores_all(browser, page):
    start = f".lemma={WEIGHTS}&.claim=f-NN&a1=3/5&.over=a1"
    here = Explorer(browser, page, start)
    curves = here.element("curves")
    here.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", curves)
    drag = ActionChains(here.driver).move_to_element_with_offset(curves, -60, 0)
    drag.click_and_hold().move_by_offset(80, 0).release().perform()
    here.element("closer").click()
    label = "return document.querySelector('#curves svg').getAttribute('aria-label')"
    said = here.driver.execute_script(label)
    here.element("every").click()
    here.driver.execute_script("document.getElementById('shown').value = 'fails'")
    here.driver.execute_script(
        "document.getElementById('shown').dispatchEvent(new Event('change'))"
    )
    cells = here.mapped()
    before = here.values(), here.verdicts(), here.shown()
    assert len(here.shown()) == 2
    again = Explorer(browser, page, here.fragment())
    assert (again.values(), again.verdicts(), again.shown()) == before
    assert again.driver.execute_script(label) == said
    assert again.mapped() == cells
    again.element("whole").click()
    assert again.driver.execute_script(label) != said


def test_presets_and_words(browser, page):
    here = Explorer(browser, page)
    assert here.element("title").text == "Softmax weights on D₁"
    assert here.element("summary").text == "12 claims: 12 hold; all hypotheses are met"
    preset = here.driver.find_element(By.CSS_SELECTOR, ".preset")
    assert preset.text == "below the golden ratio"
    preset.click()
    here.settle()
    assert here.values()["a1"] == "3/5"
    said = here.element("summary").text
    assert said == "12 claims: 10 hold, 2 fail; 1 of 8 hypotheses is not met"
    assert preset.get_attribute("aria-pressed") == "true"
    here.choose("main-theorem")
    assert here.values()["a1"] == "3/5"
    here.element("reset").click()
    here.settle()
    script = "const s = document.getElementById('shown'); s.value = 'fails'; s.dispatchEvent(new Event('change'))"
    here.driver.execute_script(script)
    assert here.shown() == []
    assert here.element("nothing").text.startswith("None")
    assert not here.element("table").is_displayed()
    here.choose("rho-separates")
    assert here.element("summary").text == "1 claim: 1 holds; all hypotheses are met"
    assert browser.console_errors() == []


def test_one_lemma_at_a_time(browser, page):
    """The page is short, has only the parameters of its lemma, and a list that is searched."""
    here = Explorer(browser, page)
    assert here.driver.execute_script("return document.documentElement.scrollHeight") < 3000
    assert set(here.values()) == {"n", "d", "t", "a1", "b", "c"}
    here.element("choose").click()
    here.element("search").send_keys("bernoulli")
    listed = here.driver.find_elements(By.CSS_SELECTOR, ".lemma")
    shown = [entry.get_attribute("data-lemma") for entry in listed if entry.is_displayed()]
    assert len(listed) == len(registry.find(()))
    assert shown == ["bernoulli"]
    here.element("search").send_keys(Keys.ENTER)
    here.settle()
    assert set(here.values()) == {"x", "s", "k"}
    assert len(here.verdicts()) == len(registry.find(["bernoulli"])[0][1])
    label = here.driver.find_element(By.CSS_SELECTOR, "label[for=value-x]").text
    assert label.endswith("a number")
    here.choose("linear-unit")
    label = here.driver.find_element(By.CSS_SELECTOR, "label[for=value-x]").text
    assert label.endswith("one entry of the score vector A x")
    formula = here.driver.find_element(By.CSS_SELECTOR, "#table math")
    assert formula.get_attribute("alttext")
    font = "return document.fonts.check('16px \"proofkit math\"')"
    assert here.driver.execute_script(font)


def test_a_tie_is_left_to_the_kernel(browser, page, capsys):
    """At a0 = 0 the weight of the needle is exactly n^(-1) on D0."""
    here = Explorer(browser, page, ".lemma=softmax-d0-weights")
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


def test_the_keyboard_is_enough(browser, page):
    """Tab to a slider, move it with arrows, and hear what changed."""
    here = Explorer(browser, page)
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
