"""Pictures: the same bytes every time, accessible, and never showing what is not so."""

import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from itertools import pairwise

import pytest
from matplotlib.figure import Figure

from proofkit.foundations.errors import InputError, UnknownName
from proofkit.kernel.interval import Interval, between
from proofkit.language.terms import parse
from proofkit.probability.experiment import Plan
from proofkit.questions.regions import reading, regions
from proofkit.readers import plots
from proofkit.readers.plots import axes, labels, picture, themes

SMALL = {"n": 12, "d": 6}
MAKERS = {
    "rows": lambda: plots.attention_rows(SMALL),
    "roles": lambda: plots.attention_rows(),
    "bars": lambda: plots.context_bars(),
    "bounds": lambda: plots.bounds_over("softmax-d1-weights/f-NN", over="a1", high="3/2"),
    "chances": lambda: plots.probability_over("m", [1, 15], {"d": 12}, plan=Plan(trials=50)),
}


@pytest.fixture(scope="module", params=MAKERS, ids=str)
def drawn(request):
    return MAKERS[request.param]()


def test_the_same_bytes_again_in_both_themes(drawn):
    seen = set()
    for theme in plots.THEMES:
        themed = drawn.in_theme(theme)
        made = themed.svg()
        assert made == themed.svg()
        assert themed.png(dpi=40) == themed.png(dpi=40)
        seen.add(made)
    assert len(seen) == 2


def test_a_picture_says_in_words_what_it_shows(drawn):
    root = ElementTree.fromstring(drawn.svg())
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title.text == drawn.alt
    assert len(drawn.alt) > 40
    assert drawn.png(dpi=40).startswith(b"\x89PNG")
    assert drawn._repr_svg_().startswith("<svg")


def test_user_settings_of_matplotlib_change_nothing():
    import matplotlib

    plain = plots.context_bars().svg()
    with matplotlib.rc_context({"axes.facecolor": "red", "svg.fonttype": "none"}):
        assert plots.context_bars().svg() == plain


def test_another_process_draws_the_same_bytes():
    code = (
        "import sys; from proofkit import plots;"
        "sys.stdout.buffer.write(plots.context_bars(units=['linear'], theme='dark').svg())"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    assert other == plots.context_bars(units=["linear"], theme="dark").svg()


def test_saving(tmp_path):
    made = plots.context_bars()
    for suffix, content in ((".svg", made.svg()), (".png", made.png())):
        made.save(tmp_path / f"a{suffix}")
        assert (tmp_path / f"a{suffix}").read_bytes() == content
    assert len(list(tmp_path.iterdir())) == 2
    with pytest.raises(InputError, match=r"ends in .svg or .png"):
        made.save(tmp_path / "a.pdf")
    with pytest.raises(InputError, match="cannot write"):
        made.save(tmp_path / "none" / "a.svg")


def test_without_matplotlib_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(picture.MissingProgram, match="pip install matplotlib"):
        plots.context_bars().svg()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: plots.context_bars(theme="sepia"), "theme 'sepia' is not one of light, dark"),
        (lambda: plots.attention_rows(units=["reul"]), "unknown mechanism .reul."),
        (lambda: plots.attention_rows(token=3), "shown by role"),
        (lambda: plots.attention_rows(SMALL, token=12), "token: expected 0 to 11, got 12"),
        (lambda: plots.attention_rows({"n": 20, "d": 4, "a1": -30}), "not all positive"),
        (lambda: plots.bounds_over("softmax-d1-weights"), "expected one claim"),
        (lambda: plots.probability_curves([]), "at least one"),
        (lambda: plots.context_bars().png(dpi=0), "dpi: expected 1 to"),
    ],
)
def test_bad_input(make, message):
    with pytest.raises((InputError, UnknownName), match=message):
        make()


def test_sizes_beyond_doubles_are_placed_by_their_logarithm():
    huge = Interval(between(Fraction(10) ** 900, None).low, between(None, Fraction(10) ** 900).high)
    assert abs(axes.decades(huge) - 900) < 1e-9
    made = plots.bounds_over("softmax-d1-weights/u-NN", given={"a1": 40})
    assert b"nan" not in made.svg()


def test_shading_is_what_threshold_certifies():
    made = plots.bounds_over("softmax-d1-weights/f-NN", over="a1", low="1/5", high="3/2")
    assert "It fails from a1 = 1/5 to 0.61" not in made.alt  # exact numbers, not rounded ones
    assert made.alt.startswith("The two sides of softmax-d1-weights/f-NN as a1 moves from 1/5")
    assert "It holds" in made.alt


def test_labels():
    assert labels.expression(parse("1 - n^a1"), "right") == "$1 - n^{a_{1}}$"
    assert labels.setting({"n": 10**18, "a1": "6/5"}) == "$n = 10^{18}$, $a_{1} = 6/5$"


@pytest.mark.parametrize("ends", [("1/100", "99/100"), ("2", "100"), ("1", "999"), ("2", "1e9")])
@pytest.mark.parametrize("side", ["x", "y"])
def test_numbers_on_a_logarithmic_axis_do_not_collide(ends, side):
    """All that is written beside an axis, between the powers of ten too, has room."""
    numbers = [Fraction(end) for end in ends]
    figure = Figure(figsize=(7.0, 4.6), layout="constrained")
    plot = figure.subplots()
    axes.place_values(plot, "p", numbers, side)
    getattr(plot, f"set_{side}lim")(*map(axes.position, numbers))
    figure.draw_without_rendering()
    marks = getattr(plot, f"{side}axis")
    written = [t for minor in (False, True) for t in marks.get_ticklabels(minor) if t.get_text()]
    places = (t.get_window_extent() for t in written)
    spans = sorted((p.x0, p.x1) if side == "x" else (p.y0, p.y1) for p in places)
    assert len(spans) >= 3
    assert all(stop < start for (_, stop), (start, _) in pairwise(spans))


def test_a_map_has_room_around_it_and_no_line_beyond_its_ends():
    """The golden ratio less one is not on a map that ends at 1/2."""
    found = regions(
        "softmax-d1-weights/f-NN", [reading("a1=2/5:1/2"), reading("n=2:100")], {"d": 3}, 20
    )
    figure = Figure(figsize=(7.0, 4.6), layout="constrained")
    made = plots.region_map(found)
    made.draw(figure, themes.theme_called("light"))
    (legend,) = figure.legends
    assert not any("all other parameters" in text.get_text() for text in legend.get_texts())
    figure.draw_without_rendering()
    assert figure.axes[0].get_window_extent().x1 < figure.bbox.x1 - 5
