"""Ctrl-C and a polite end, at whatever moment they come; `-m`, for Python ends otherwise then."""

import signal
import subprocess
import sys

import pytest

SCRIPT = """
import os, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # as from a terminal
from proofkit.cli import application, main

class Late:
    def __del__(self):
        os.kill(os.getpid(), int(sys.argv[1]))
        for _ in range(1000):  # the signal is answered here, where what is raised is lost
            pass

class Import:
    def find_spec(self, name, path=None, target=None):
        if name == "proofkit.cli.application":
            os.kill(os.getpid(), int(sys.argv[1]))

def work(**given):
    WORK

application.application.main = work
if "IMPORT":
    del sys.modules["proofkit.cli.application"], application
    import proofkit.cli
    del proofkit.cli.application
    sys.meta_path.insert(0, Import())
main()
"""

MOMENTS = {
    "while it imports": ("time.sleep(600)", "yes"),
    "while it works": ("os.kill(os.getpid(), int(sys.argv[1]))\n    time.sleep(600)", ""),
    "while it runs text": ('exec("os.kill(os.getpid(), int(sys.argv[1]))\\nwhile True: pass")', ""),
    "while rubbish is cleared away": ("Late()\n    time.sleep(600)", ""),
}


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(
    ("number", "code", "said"),
    [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")],
)
def test_a_signal_is_one_line_and_a_code(tmp_path, moment, number, code, said):
    work, imported = MOMENTS[moment]
    (tmp_path / "asked.py").write_text(SCRIPT.replace("WORK", work).replace("IMPORT", imported))
    done = subprocess.run(
        [sys.executable, "-m", "asked", str(int(number))],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr == f"proofkit: error: {said}\n"


@pytest.mark.parametrize("lost", ["except BaseException: pass", "finally: time.sleep(600)"])
def test_a_polite_end_comes_also_when_it_is_not_heard(lost):
    """Libraries lose what is raised within them, or wait for what never comes."""
    work = f"""
    try:
        os.kill(os.getpid(), int(sys.argv[1]))
        time.sleep(600)
    {lost}
    time.sleep(600)
"""
    script = "from proofkit.cli import signals\nsignals._LAST = 1\n" + SCRIPT.replace("WORK", work)
    arguments = [sys.executable, "-c", script.replace("IMPORT", ""), str(int(signal.SIGTERM))]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (143, "proofkit: error: terminated\n")


END = """
import os, sys
from proofkit.cli import application, main

class Last:
    def __del__(self, kill=os.kill, process=os.getpid(), number=int(sys.argv[1])):
        kill(process, number)

last = Last()  # goes when Python has given its own answers to signals back
application.application.main = lambda **given: 3
main()
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_who_has_said_all_ends_as_said(number):
    arguments = [sys.executable, "-c", END, str(int(number))]
    done = subprocess.run(arguments, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (3, b"")
