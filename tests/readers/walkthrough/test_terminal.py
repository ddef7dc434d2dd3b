"""At a real terminal and in a pipe: asks, waits, stops cleanly, goes on where it was left."""

import io
import json
import os
import pty
import re
import select
import subprocess
import sys
import time

import pytest

COMMAND = [sys.executable, "-m", "proofkit", "walkthrough"]
ASK = "q stops] > "
PATIENCE = 300


class Terminal:
    """A program at a pseudo-terminal, of which everything shown is kept."""

    def __init__(self, *arguments, **environment):
        self.master, slave = pty.openpty()
        env = {**os.environ, "TERM": "xterm", "COLUMNS": "80", **environment}
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env,
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(slave)
        self.shown = ""

    def until(self, text):
        """Read until the program shows `text`; what it showed since the last time."""
        start, end = len(self.shown), time.monotonic() + PATIENCE
        while text not in self.shown[start:]:
            assert time.monotonic() < end, self.shown[start:]
            if select.select([self.master], [], [], 1)[0]:
                self.shown += os.read(self.master, 65536).decode()
        return self.shown[start:]

    def send(self, text):
        os.write(self.master, text.encode())

    def close(self):
        """The rest of what it shows, and its exit code."""
        start = len(self.shown)
        try:
            while data := os.read(self.master, 65536):
                self.shown += data.decode()
        except OSError:
            pass  # the other side is closed
        os.close(self.master)
        return self.process.wait(PATIENCE), self.shown[start:]


def _take_terminal():
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def piped(*arguments, answers="", **environment):
    env = {**os.environ, **environment}
    return subprocess.run(
        [*COMMAND, *arguments],
        input=answers,
        capture_output=True,
        text=True,
        env=env,
        timeout=PATIENCE,
        check=False,
    )


def test_quitting_and_going_on(state):
    first = Terminal("from-matrix-to-powers")
    assert "Question 1" in first.until(ASK)
    first.send("a1*sqrt(log n)\n")
    assert "No." in first.until(ASK)
    first.send("?\n")
    assert "Three entries" in first.until(ASK)
    first.send("(1+a1)*sqrt(log n)\n")
    assert "Right" in first.until("[Enter goes on, q stops] ")
    first.send("\n")
    assert "Question 2" in first.until(ASK)
    first.send("q\n")
    code, rest = first.close()
    assert code == 0
    assert "Stopped." in rest
    assert "Traceback" not in first.shown
    assert "\033[" in first.shown
    place = json.loads(state.read_text())["places"]["from-matrix-to-powers"]
    assert place["solved"] == ["row-sum"]

    again = Terminal("from-matrix-to-powers", NO_COLOR="1")
    shown = again.until(ASK)
    assert "Going on where you stopped" in shown
    assert "Question 2" in shown
    assert "Question 1" not in shown
    assert "\033[" not in shown
    again.send("\n")
    assert "Answer: n^((1 + a1)^2)" in again.until("[Enter goes on, q stops] ")
    again.send("\x03")  # Ctrl-C
    code, rest = again.close()
    assert (code, "Stopped." in rest, "Traceback" in again.shown) == (0, True, False)
    assert piped("from-matrix-to-powers", "--restart").stdout.count("Question 1\n") == 1


def test_end_of_input_at_a_terminal_stops(state):
    terminal = Terminal("softmax-d1-weights/f-NN")
    terminal.until(ASK)
    terminal.send("\x04")  # Ctrl-D
    code, rest = terminal.close()
    assert (code, "Stopped." in rest, "Traceback" in terminal.shown) == (0, True, False)


def test_a_lemma_line_by_line_from_a_pipe():
    answers = "1/(1+(n-1)*n^(-a1*(1+a1)))\n2\n1/(1+n^(1-a1-a1^2))\n\n"
    done = piped("softmax-d1-weights/f-NN", answers=answers)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.findall(r"^  (Right|No)\.", done.stdout, re.M) == ["Right", "No", "Right"]
    assert "The end." in done.stdout


def test_a_whole_walkthrough_from_a_pipe(installed, state):
    w = installed["the-golden-threshold"]
    answers = []
    for question in w.questions:
        letters = "abc"[next((k for k, o in enumerate(question.options) if o.right), 0)]
        answers.append(question.answer or letters)
    text = "\n".join(answers[:3]) + "\n\n\n\n" + "\n".join(answers[3:]) + "\n"
    done = piped(w.name, answers=text)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"You answered {len(w.questions)} of {len(w.questions)}" in done.stdout
    listed = piped().stdout
    assert re.search(r"the-golden-threshold +15 min +done", listed)
    assert "Question 1\n" in piped(w.name).stdout, "what is done starts over"


@pytest.mark.parametrize(
    "state_text",
    [
        *("", "{", "[]", '{"schema": 2}', '{"schema": 1, "places": {"x": 1}}', "[" * 100_000),
        '{"schema": 1, "places": {"x": {"block": -1, "digest": "", "solved": []}}}',
    ],
)
def test_a_broken_state_file_starts_over(state, state_text, run, monkeypatch):
    state.parent.mkdir(parents=True)
    state.write_text(state_text)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    code, out, err = run("walkthrough", "the-golden-threshold")
    assert code == 0
    assert err.count("\n") == 1
    assert "every walkthrough starts over" in err
    assert "Question 1" in out
    assert json.loads(state.read_text())["schema"] == 1


def test_a_state_that_cannot_be_written_does_no_harm(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = piped("the-golden-threshold", XDG_STATE_HOME=str(blocked))
    assert (done.returncode, done.stderr) == (0, "")


def test_hostile_lines_from_a_pipe():
    lines = ["__import__('os').system('id')", "10^10^10", "10^(10^10)", "(" * 1_000_000, "nan"]
    done = piped(
        "the-golden-threshold",
        answers="\n".join([*lines, "\udcff", "q", ""])
        .encode("utf-8", "surrogateescape")
        .decode("latin-1"),
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Stopped." in done.stdout
    assert "uid=" not in done.stdout
    assert len(done.stdout) < 20_000


def test_bytes_that_are_no_text():
    done = subprocess.run(
        [*COMMAND, "the-golden-threshold"],
        input=b"\xff\xfe\n" * 3,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_narrow_page_without_unicode():
    env = {"COLUMNS": "50", "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    done = piped("one-loud-token", **env)
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert "a0 <= 1/10" in done.stdout
    prose = [r for r in done.stdout.split("\n") if not r.startswith(("    ", "  "))]
    assert max(map(len, prose)) <= 50
