"""One mechanism, whose argument may be one of the parameters that move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from proofkit.attention.mechanisms import Argument, find, known
from proofkit.foundations.errors import InputError, UnknownName
from proofkit.language.parameters import Parameter, resolve
from proofkit.probability.answers import networks, reaches
from proofkit.probability.comparison import verdict
from proofkit.probability.model import Setting, setting
from proofkit.probability.network import Network
from proofkit.probability.separation import Separation, called

YES, NO, UNDECIDED, MEANINGLESS = "yes", "no", "undecided", "meaningless"


@dataclass(frozen=True)
class Question:
    """Does the mechanism separate with probability at least `1 - delta`?"""

    mechanism: str
    given: Mapping[str, object]
    name: str

    @classmethod
    def asked(
        cls, mechanism: str, over: tuple[str, ...], given: Mapping[str, object], name: str
    ) -> Question:
        """What a person asks for; the argument is left out where it moves."""
        question = cls(mechanism, dict(given), name)
        if question.argument is None or question.argument.name not in over:
            find(mechanism)
        return question

    @property
    def separation(self) -> Separation:
        return called(self.name)

    @property
    def argument(self) -> Argument | None:
        """The argument of the mechanism, where it has not got one yet."""
        word, colon, _ = self.mechanism.partition(":")
        if word not in known():
            find(word)
        return None if colon else known()[word].argument

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Those of the separation, and the argument."""
        declared = self.separation.all_parameters
        argument = self.argument
        if argument is None:
            return declared
        if argument.name in {p.name for p in declared}:
            raise InputError(f"{self.mechanism}: its argument {argument.name} is also a parameter")
        least = 1 if argument.integer and argument.positive else None
        default = argument.default or str(least or 1)
        meaning = argument.meaning
        return (*declared, Parameter(argument.name, default, meaning, argument.integer, least))

    @property
    def goal(self) -> Fraction:
        return setting(self.fixed, name=self.name).goal

    @property
    def fixed(self) -> dict[str, object]:
        """What is given, without the argument."""
        names = {p.name for p in self.separation.all_parameters}
        return {name: value for name, value in self.given.items() if name in names}

    def at(self, moved: Mapping[str, Fraction]) -> tuple[Setting, Network | None] | None:
        """The network when some parameters have these values; None where there are no such
        data, or no such argument."""
        mechanism, argument, values = self.mechanism, self.argument, dict(moved)
        if argument is not None and argument.name in values:
            mechanism = f"{mechanism}:{values.pop(argument.name)}"
        try:
            find(mechanism)
            resolved = resolve({**self.fixed, **values}, self.separation.all_parameters)
            chosen = Setting(resolved, mechanisms=(mechanism,), name=self.separation.id)
            return chosen, networks(chosen)[mechanism][0]
        except UnknownName:
            raise
        except InputError:
            return None

    def separates(self, moved: Mapping[str, Fraction]) -> str:
        """yes, no, undecided or meaningless."""

        def said(network: Network, goal: Fraction) -> str:
            return reaches(lambda bits: network.enclose("separates", bits), goal)

        return self._said(moved, said)

    def verdict(self, moved: Mapping[str, Fraction]) -> str:
        """What the network does: `separates`, `deaf`, `hears both` or `between`."""
        return self._said(moved, verdict)

    def _said(self, moved: Mapping[str, Fraction], said: Callable[[Network, Fraction], str]) -> str:
        found = self.at(moved)
        if found is None:
            return MEANINGLESS
        chosen, network = found
        return UNDECIDED if network is None else said(network, chosen.goal)
