import pytest

from proofkit.readers.walkthrough import load_all

LESSON = """---
title: A small lesson
summary: What it is about.
minutes: 10
order: 1
names: p1 = a1*(1 + a1)
---

## First

Some $n^{(1+a_1)^2}$ words.

```{code-cell} python
x = 6 * 7
print("x is", x)
```

:::{question} unit
:lemma: softmax-d1-weights
:answer: n^((1 + a1)^2)
:where: answer = u_NN
:wrong: n^(1 + a1)
:hint: Square.

What is $u_{NN}$?
+++
It is a power of $n$.
:::

## Second

```{lemma} softmax-d1-weights/f-NN
```

:::{exercise} wins
:lemma: softmax-d1-weights

Which one?

- [x] the needle :: u_NN >= (n - 1)*u_NO
- [ ] the crowd :: (n - 1)*u_NO >= u_NN
:::
"""


@pytest.fixture
def lesson():
    return LESSON


@pytest.fixture(scope="session")
def installed():
    return {w.name: w for w in load_all()}


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """Every test has a state of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "proofkit" / "walkthroughs.json"
