"""The browser of these tests sees what it must see: requests, complaints, width and colour scheme."""

from pathlib import Path

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>page</title>
<style>#box { color: rgb(1, 2, 3) } @media (prefers-color-scheme: dark) { #box { color: rgb(4, 5, 6) } }</style>
<p id="box">text</p>"""


def written(folder: Path, more: str = "") -> Path:
    path = folder / "page.html"
    path.write_text(PAGE + more, encoding="utf-8")
    return path


def test_a_quiet_page_asks_for_nothing(browser, tmp_path):
    browser.open(written(tmp_path, "<script>console.log('fine')</script>"))
    assert browser.driver.title == "page"
    assert browser.requests() == []
    assert browser.console_errors() == []


def test_requests_and_errors_are_seen(browser, tmp_path):
    more = "<img src='http://example.org/a.png' alt=''><script>console.error('bad'); nothing()</script>"
    browser.open(written(tmp_path, more))
    assert "http://example.org/a.png" in browser.requests()
    complaints = "\n".join(browser.console_errors())
    assert "bad" in complaints
    assert "nothing is not defined" in complaints
    assert "ERR_NAME_NOT_RESOLVED" in complaints


def test_width_and_colour_scheme(browser, tmp_path):
    browser.width(390)
    browser.scheme("dark")
    browser.open(written(tmp_path, "<div style='width: 600px'>wide</div>"))
    script = "return [innerWidth, getComputedStyle(document.getElementById('box')).color]"
    assert browser.driver.execute_script(script) == [390, "rgb(4, 5, 6)"]
    assert browser.overflow() > 200
    browser.scheme("light")
    browser.width(1280)
    assert browser.driver.execute_script(script) == [1280, "rgb(1, 2, 3)"]
    assert browser.overflow() == 0
