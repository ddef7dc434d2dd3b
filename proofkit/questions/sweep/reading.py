"""Points from a file: exact text in CSV, whole numbers and doubles in NPZ."""

from __future__ import annotations

import csv
import os
import stat
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, TextIO

import numpy as np

from proofkit.foundations.errors import InputError, LimitExceeded
from proofkit.foundations.exact import rational, shorten
from proofkit.foundations.progress import Progress
from proofkit.questions.sweep.columns import SAFE, Column, Doubles, column, joined
from proofkit.questions.sweep.points import MAX_AXIS, Listed

MAX_BYTES = 4 * 10**9
MAX_LINE = 1_000_000
PIECE = 65_536
"""Rows that are held as exact numbers at a time."""


def read(path: str, progress: Progress | None = None) -> Listed:
    """The points in a file; its first line, or its arrays, name the parameters."""
    where = shorten(path) or "''"
    try:
        size = _size(path, where)
        if path.lower().endswith(".npz"):
            found = _npz(path, where)
        elif path.lower().endswith(".csv"):
            with open(path, encoding="utf-8-sig", newline="") as file:
                found = _csv(_lines(file, size, progress), where)
        else:
            raise InputError(f"--points: expected a file .csv or .npz, got {where}")
    except UnicodeDecodeError:
        raise InputError(f"{where}: expected text in UTF-8") from None
    except OSError as error:
        raise InputError(f"cannot read {where}: {error.strerror or 'it is damaged'}") from None
    if not found or not len(next(iter(found.values()))):
        raise InputError(f"{where}: there are no points in it")
    return Listed(found)


def _size(path: str, where: str) -> int:
    """The size of a file, in bytes: what has none may never end."""
    found = os.stat(path)
    if not stat.S_ISREG(found.st_mode):
        raise InputError(f"--points: expected a file, got {where}")
    if found.st_size > MAX_BYTES:
        raise LimitExceeded(f"{where}: larger than the limit of {MAX_BYTES} bytes")
    return found.st_size


def _lines(file: TextIO, size: int, progress: Progress | None) -> Iterator[str]:
    """The lines, none of which is too long to be one; told how many bytes are read."""
    done = 0
    while line := file.readline(MAX_LINE + 1):
        if len(line) > MAX_LINE:
            raise LimitExceeded(f"--points: a line is longer than {MAX_LINE} characters")
        done += len(line)
        if progress:
            progress(min(done, size), size, "bytes of points")
        yield line


def _csv(file: Iterable[str], where: str) -> dict[str, Column]:
    """The columns of a table; rows become arrays some at a time, which take far less memory."""
    rows = csv.reader(file, strict=True)
    pieces: list[list[Column]] = []
    try:
        names = [name.strip() for name in next(rows, [])]
        if len(set(names)) != len(names) or not all(names):
            raise InputError(f"{where}: line 1 has to name each parameter once")
        numbered = ((number, row) for number, row in enumerate(rows, start=2) if row)
        while some := list(islice(numbered, PIECE)):
            pieces.append([column(values) for values in _values(some, names, where)])
    except csv.Error as error:
        raise InputError(f"{where}: not a table: {error}") from None
    if not pieces:
        return {}
    return {
        name: joined(parts) for name, parts in zip(names, zip(*pieces, strict=True), strict=True)
    }


def _values(
    rows: Sequence[tuple[int, list[str]]], names: Sequence[str], where: str
) -> list[list[Fraction]]:
    """The numbers in some rows, by column."""
    lists: list[list[Fraction]] = [[] for _ in names]
    for number, row in rows:
        if len(row) != len(names):
            raise InputError(f"{where}: line {number} has {len(row)} values, expected {len(names)}")
        if number > MAX_AXIS + 1:
            raise LimitExceeded(f"{where}: more than {MAX_AXIS} points are not accepted")
        for values, name, value in zip(lists, names, row, strict=True):
            try:
                values.append(rational(value))
            except InputError:
                values.append(rational(value, f"{where}: line {number}: {shorten(name)}"))
    return lists


def _npz(path: str, where: str) -> dict[str, Column]:
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > MAX_BYTES:
                raise LimitExceeded(f"{where}: larger than the limit of {MAX_BYTES} bytes")
        with np.load(path, allow_pickle=False) as arrays:
            found = {name: _column(arrays[name], f"{where}: {shorten(name)}") for name in arrays}
    except (zipfile.BadZipFile, ValueError, KeyError, EOFError):
        raise InputError(f"{where}: not an NPZ file of plain arrays") from None
    if len({len(values) for values in found.values()}) > 1:
        raise InputError(f"{where}: the arrays differ in length")
    return found


def _column(array: Any, where: str) -> Column:
    if array.ndim != 1:
        raise InputError(f"{where}: expected an array of one dimension, got {array.ndim}")
    if len(array) > MAX_AXIS:
        raise LimitExceeded(f"{where}: more than {MAX_AXIS} points are not accepted")
    if array.dtype.kind in "iu" and array.dtype.itemsize <= 8:
        if len(array) and not -SAFE < int(array.min()) <= int(array.max()) < SAFE:
            return column([Fraction(value) for value in array.tolist()])
        return Column(array.astype(np.int64))
    if array.dtype == np.float64:
        if not np.isfinite(array).all():
            raise InputError(f"{where}: a value is not a finite number")
        return Doubles(np.ascontiguousarray(array))
    if array.dtype.kind == "U":
        return column([rational(str(value), where) for value in array])
    raise InputError(f"{where}: expected whole numbers, doubles or text, got {array.dtype}")
