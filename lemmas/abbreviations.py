"""What reasons and pages write for short; where one is used, the page says what it stands for."""

from lemmas.notation import p0, p1

ABBREVIATIONS = {"p0": p0, "p1": p1}
