"""Every page of the documentation in a real browser, from the disk and without a network."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

UNSEEN = "details:not([open]) > .math, details:not([open]) > :not(summary) .math"
RENDERED = "document.querySelectorAll('.math .katex').length"
WRITTEN = "document.querySelectorAll('span.math, div.math').length"
ERRORS = "[...document.querySelectorAll('.katex-error')].map(e => e.textContent)"
RAW = r"""((unseen) => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest('pre, code, script, style, .katex')) continue;
    if (node.parentElement.matches(unseen)) continue;
    if (/\\\(|\\\[|\$[^$]*[\\^_{]|\\(frac|left|le|ge)\b/.test(node.data)) found.push(node.data);
  }
  return found;
})(arguments[0])"""
PAGE = f"""return {{
  written: {WRITTEN},
  rendered: {RENDERED},
  errors: {ERRORS},
  raw: {RAW},
  folded: [...document.querySelectorAll(arguments[0])].map(e => [e.localName, e.textContent]),
  links: [...document.querySelectorAll('a')].filter(a => a.href)
    .map(a => new URL(a.href.baseVal ?? a.href, document.baseURI).href),
  sources: [...document.querySelectorAll('[src]')].map(e => e.src),
  ids: [...document.querySelectorAll('[id]')].map(e => e.id),
}}"""
"""All that is asked of a page, asked at once: each question takes the browser longer than to
answer it."""
SIZE = """
const page = document.documentElement;
return [page.scrollHeight, page.scrollWidth - page.clientWidth];
"""
SET_APART = """
const apart = document.createElement('div');
for (const [name, text] of arguments[0]) {
  const formula = apart.appendChild(document.createElement(name));
  formula.className = 'math';
  formula.textContent = text;
}
renderMathInElement(apart, katex_options);
const all = (selector) => [...apart.querySelectorAll(selector)].map(e => e.textContent);
return [all('.math .katex').length, all('.katex-error')];
"""


PHONE, DESK = 390, 1280
LIMIT = 4000
"""Pixels that a page of a lemma may be high before anything is unfolded."""


def pages(site):
    return sorted(p for p in site.rglob("*.html") if "_static" not in p.parts)


def is_of_a_lemma(where):
    return where.parent.as_posix() in ("generated/lemmas", "generated/gallery") and (
        where.stem != "index"
    )


def test_every_page_is_whole_and_fits_its_screen(browser, built_site):
    """No request leaves the disk, nothing complains, all mathematics is set, links lead
    somewhere. Wide formulas, tables and pictures scroll by themselves, on a phone too, and the page
    does not. Each page is opened once, as wide as the one before it was left. What is folded is
    set when it is unfolded: here each formula once, apart from any page."""
    site = built_site.resolve()
    ids: dict[Path, set[str]] = {}
    links: dict[Path, list[str]] = {}
    formulas, folded, wide, tall = 0, set(), [], []
    run = browser.driver.execute_script
    widths = DESK, PHONE
    browser.width(DESK)
    browser.hide()
    assert run("return document.visibilityState") == "hidden"
    for page in pages(site):
        where = page.relative_to(site)
        browser.open(page)
        found = run(PAGE, UNSEEN)
        assert (found["errors"], found["raw"]) == ([], []), where
        assert found["rendered"] + len(found["folded"]) == found["written"], where
        formulas += found["written"]
        folded.update(map(tuple, found["folded"]))
        ids[page] = {*found["ids"], "", "top"}
        sources = map(urlsplit, found["sources"])
        assert all(Path(unquote(s.path)).exists() for s in sources if s.scheme == "file"), where
        links[page] = found["links"]
        heights = {}
        for width in widths:
            browser.width(width)
            heights[width], over = run(SIZE)
            if over > 0:
                wide.append((where.as_posix(), width))
        widths = widths[::-1]
        if is_of_a_lemma(where):
            tall += [(where.stem, *found) for found in heights.items() if found[1] > LIMIT]
    browser.open(site / "index.html")
    count, errors = run(SET_APART, sorted(folded))
    assert errors == []
    assert count == len(folded) > 2000
    assert browser.requests() == []
    assert browser.console_errors() == []
    assert formulas > 2000
    assert (wide, tall) == ([], [])
    assert [broken for page in links for broken in dead(page, links[page], ids)] == []


def dead(page, links, ids):
    """Links to files that are not there, or to places that a page does not have."""
    for link in dict.fromkeys(links):
        parts = urlsplit(link)
        if parts.scheme in ("http", "https", "mailto"):
            continue
        target = Path(unquote(parts.path))
        if not target.is_file() or (target in ids and unquote(parts.fragment) not in ids[target]):
            yield f"{page.name}: {link}"


def test_a_formula_is_set_before_it_is_unfolded(browser, built_site):
    """By a click, by a key, or by a link: nobody sees how it is written."""
    browser.width(PHONE)
    browser.open(built_site / "generated" / "lemmas" / "softmax-d1-weights.html")
    run = browser.driver.execute_script

    def count(what):
        return run(f"return {what}")

    seen, written = count(RENDERED), count(WRITTEN)
    assert 0 < seen < written / 2
    click = "document.querySelector('details.proofkit-proof > summary').click();"
    once = run(f"{click} return {RENDERED}")
    assert seen < once < written
    assert run(f"{click} {click} return {RENDERED}") == once
    browser.driver.execute_async_script("""
        const done = arguments[0];
        for (const details of document.querySelectorAll('details')) details.open = true;
        setTimeout(done, 100);""")
    assert count(RENDERED) == count(WRITTEN) == written
    found = run(PAGE, UNSEEN)
    assert (found["errors"], found["raw"]) == ([], [])
    assert browser.overflow() == 0
    assert browser.console_errors() == []


def test_the_graph_leads_to_the_lemmas(browser, built_site):
    browser.open(built_site / "graph.html")
    run = browser.driver.execute_script
    nodes = run("return document.querySelectorAll('.proofkit-graph svg a').length")
    assert nodes > 30
    run("""
        const nodes = [...document.querySelectorAll('.proofkit-graph svg a')];
        nodes.find(a => a.textContent.includes('Softmax separates'))
             .dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, view: window}));
    """)
    browser.driver.implicitly_wait(10)
    assert browser.driver.find_element("css selector", "h1").text.startswith("Softmax separates")


def test_the_verdict_of_the_front_page_moves_with_a_slider(browser, built_site):
    browser.open(built_site / "index.html")
    said = "return document.querySelector('.proofkit-sliders output').innerText"
    move = """
        const slider = document.querySelector(`.proofkit-sliders input[name=${arguments[0]}]`);
        slider.value = arguments[1];
        slider.dispatchEvent(new Event('input', {bubbles: true}));
        return slider.nextElementSibling.textContent"""
    run = browser.driver.execute_script
    assert run(said).startswith("fails 0.431604 against 0.5") and "unmet" in run(said)
    told = "span:not([hidden]) > .proofkit-unmet ~ .math .katex"
    assert run(f"return document.querySelectorAll('.proofkit-sliders output {told}').length") == 1
    assert run(move, "a1", 35) == "3/4"
    assert run(said).startswith("holds") and "unmet" not in run(said)
    assert run(move, "a1", 20) == "3/5"
    assert run(move, "n", 0) == "2"
    assert run(said).startswith("holds") and "unmet" in run(said)


def test_a_full_stop_stays_with_its_formula(browser, built_site):
    """Wherever a formula is followed by a point, both are on one line."""
    for width in (1280, 390):
        browser.width(width)
        browser.open(built_site / "generated" / "lemmas" / "softmax-d1-weights.html")
        apart = browser.driver.execute_script("""
            return [...document.querySelectorAll('.proofkit-together')].filter((e) => {
              const range = document.createRange();
              range.selectNodeContents(e.lastChild);
              const [point, formula] = [range.getBoundingClientRect(), e.firstChild.getBoundingClientRect()];
              return point.top > formula.bottom;
            }).length""")
        assert apart == 0


def test_a_claim_is_a_row_that_its_proof_unfolds_below(browser, built_site):
    """What it says at the left, how it stands at the right; on a phone below each other."""
    page = built_site / "generated" / "lemmas" / "softmax-d1-weights.html"
    for width, beside in ((DESK, True), (PHONE, False)):
        browser.width(width)
        browser.open(page)
        rows = browser.driver.execute_script("""
            return [...document.querySelectorAll('section > details.proofkit-proof')].map((e) => {
              const said = e.parentElement.querySelector('h3 .katex-html').getBoundingClientRect();
              const stands = e.querySelector('summary').getBoundingClientRect();
              return [stands.top < said.bottom, stands.left > said.right];
            })""")
        assert len(rows) == 12
        assert all(found == [beside, beside] for found in rows), width


def test_a_long_reason_has_the_width_of_the_page(browser, built_site):
    browser.width(DESK)
    pages = sorted((built_site / "generated").glob("**/*.html"))
    long = next(page for page in pages if 'class="proofkit-below"' in page.read_text("utf-8"))
    browser.open(long)
    share = browser.driver.execute_script("""
        const why = document.querySelector('.proofkit-below > .proofkit-why');
        return why.getBoundingClientRect().width / why.parentElement.getBoundingClientRect().width""")
    assert share > 0.7


def test_findings_lead_to_their_claims(browser, built_site):
    browser.open(built_site / "findings.html")
    about = browser.driver.execute_script("""
        return [...document.querySelectorAll('article p')].filter((p) => p.textContent.startsWith('About '))
          .map((p) => p.querySelectorAll('a code').length)""")
    assert len(about) > 5 and min(about) > 0
    assert browser.driver.execute_script(f"return {RENDERED}") > 30
