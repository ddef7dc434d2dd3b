"""Worked lemmas are pages that run, claims move under sliders, and names lead to claims."""

from tests.docs.conftest import ALONE, CONF, HALF

SETTINGS = CONF + (
    'myst_enable_extensions = ["dollarmath"]\nproofkit_gallery = "worked"\n'
    'proofkit_gallery_files = "gallery"\nproofkit_pages = "lemmas"\n'
)
INDEX = """# Title

See `half/square`, about $x^2$.

```{proofkit:slider} half/wrong
:over: x=0:200:1
:at: x=7
:expect: fails
```

```{toctree}
worked/index
lemmas/index
```
"""
WORKED = HALF.partition('lemma.claim(\n    "shifted"')[0].replace('"half"', '"small-step"')
WORKED = WORKED.replace("from toy._constants import BOUND", "BOUND = Rational(1)")


def gallery(document, text):
    document.page("conf.py", SETTINGS + ALONE)
    document.page("index.md", INDEX)
    (document.source / "gallery").mkdir(exist_ok=True)
    return document.page("gallery/small_step.py", text)


def test_a_worked_lemma_is_a_page_with_its_file(document):
    gallery(document, WORKED)
    done = document.build()
    assert done.returncode == 0, done.stderr
    page = document.html("worked/small-step")
    assert "small_step.py" in page and "proofkit-line" in page
    assert 'href="small-step.html"' in document.html("worked/index")


def test_a_worked_lemma_that_is_not_proved_stops_the_build(document):
    text = WORKED + 'lemma.claim("wrong", at_least(x, 2), Chain(x).at_least(2, "no"))\n'
    place = gallery(document, text)
    done = document.build()
    assert done.returncode != 0
    line = text.count("\n")
    assert f"{place.name}:{line}: small-step/wrong is refuted" in done.stderr


def test_a_worked_lemma_that_cannot_be_read_stops_the_build(document):
    gallery(document, "1 / 0\n")
    done = document.build()
    assert done.returncode != 0 and "small_step.py: ZeroDivisionError" in done.stderr


def test_a_claim_under_sliders_and_names_that_lead_to_claims(document):
    gallery(document, WORKED)
    assert document.build().returncode == 0
    page = document.html()
    assert 'class="proofkit-sliders' in page and '<input type="range" name="x"' in page
    assert 'class="proofkit-status proofkit-fails"' in page
    assert 'src="_static/proofkit-answers.js' in page
    assert 'href="lemmas/half.html#half-square"' in page
    assert '<span class="proofkit-together"><span class="math' in page


def test_a_slider_that_is_wrong_stops_the_build(document):
    for old, new, message in (
        (":expect: fails", ":expect: holds", "half/wrong"),
        ("x=0:200:1", "y", "over: expected NAME or NAME=LOW:HIGH:STEP, got y"),
    ):
        gallery(document, WORKED)
        document.page("index.md", INDEX.replace(old, new))
        done = document.build("-E")
        assert done.returncode != 0 and message in done.stderr


def test_a_generated_page_follows_its_lemma(document):
    document.page("conf.py", CONF + 'proofkit_pages = "lemmas"\n' + ALONE)
    document.page("index.md", "# Title\n\n```{toctree}\nlemmas/index\n```\n")
    half, empty = (document.source / "lemmas" / name for name in ("half.md", "empty.md"))

    def built():
        done = document.build()
        assert done.returncode == 0, done.stderr
        return half.stat().st_mtime_ns, half.read_text()

    first = built()
    empty_first = empty.stat().st_mtime_ns
    assert built() == first
    document.retitle("Another title")
    assert "Another title" in built()[1] and "Another title" not in first[1]
    assert empty.stat().st_mtime_ns == empty_first
    document.constant("1/3")
    assert r"\frac{1}{3}" in built()[1] and r"\frac{1}{3}" not in first[1]
    assert r"\frac{1}{3}" in empty.read_text()
