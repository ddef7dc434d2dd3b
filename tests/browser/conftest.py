"""A real browser with no network: what a reader sees who opens a page from the disk.

The fixture `browser` is a fresh tab of a headless Chromium that was started with an empty profile; one Chromium serves all
tests of a process. It remembers what the pages of the test asked for and what they complained about.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

PACKAGES = "needs a browser: apt-get install chromium chromium-driver"
LOCAL = ("file:", "data:", "blob:", "about:", "chrome:")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--force-prefers-reduced-motion",
)


class Browser:
    """A tab, and what its pages did; `driver` is selenium's."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver
        self._requests: list[str] = []
        self._errors: list[str] = []
        driver.switch_to.new_window("tab")
        for log in ("performance", "browser"):
            driver.get_log(log)  # what was before

    def open(self, page: Path, *, fragment: str = "") -> None:
        """Open a file from the disk, as a double click would."""
        address = page.resolve().as_uri() + (f"#{fragment}" if fragment else "")
        if self.driver.current_url.partition("#")[0] == page.resolve().as_uri():
            self.driver.get("about:blank")  # else it would only move within the page
        self.driver.get(address)

    def width(self, pixels: int, height: int = 900) -> None:
        """Give the page a viewport that wide, narrower than a window can be if need be."""
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": pixels, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )

    def hide(self) -> None:
        """Lay pages out and run them, but draw nothing: that takes most of the time."""
        self.driver.minimize_window()

    def scheme(self, value: str) -> None:
        """Prefer `light` or `dark`, as the reader's system would say."""
        features = [
            {"name": "prefers-color-scheme", "value": value},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def requests(self) -> list[str]:
        """Every address asked for in this test that is not on this disk."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self._requests.append(message["params"]["request"]["url"])
            elif message["method"] == "Network.webSocketCreated":
                self._requests.append(message["params"]["url"])
        return [url for url in self._requests if not url.startswith(LOCAL)]

    def console_errors(self) -> list[str]:
        """Every error and warning on the console in this test."""
        for entry in self.driver.get_log("browser"):
            if entry["level"] in ("SEVERE", "WARNING"):
                self._errors.append(entry["message"])
        return list(self._errors)

    def overflow(self) -> int:
        """How many pixels the page is wider than its viewport."""
        return int(
            self.driver.execute_script(
                "const page = document.documentElement; return page.scrollWidth - page.clientWidth;"
            )
        )

    def screenshot(self, path: Path) -> None:
        """Save what a reader sees now."""
        path.write_bytes(self.driver.get_screenshot_as_png())


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    """A headless Chromium, cut off from the network."""
    program, chauffeur = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or chauffeur is None:
        pytest.fail(PACKAGES)
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for flag in FLAGS:
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('profile')}")
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(executable_path=chauffeur))
    try:
        driver.set_page_load_timeout(120)
        driver.set_script_timeout(120)
        yield driver
    finally:
        driver.quit()


@pytest.fixture
def browser(chromium: webdriver.Chrome) -> Iterator[Browser]:
    """A tab of its own for every test; how long elements are waited for is as at the start."""
    first = chromium.current_window_handle
    yield Browser(chromium)
    chromium.set_window_rect(0, 0, 1280, 900)  # seen again, if it was hidden
    chromium.close()
    chromium.switch_to.window(first)
    chromium.implicitly_wait(0)
