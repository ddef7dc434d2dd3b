"""Programs that are there at once: forked from a process that has imported what they are made of.

To import Sphinx, SymPy or Dask takes longer than most tests need them. proofkit itself is imported
by each program anew.
"""

import gc
import multiprocessing
import os
import runpy
import signal
import sys
from pathlib import Path

MODULES = [
    *("distributed.scheduler", "distributed.worker", "myst_parser.parsers.sphinx_", "pytest"),
    *("sphinx.builders.html", "sphinx.cmd.build", "sympy"),
]
context = multiprocessing.get_context("forkserver")
context.set_forkserver_preload(MODULES)


class Program:
    """`python -B -m module`, in a folder, with these variables besides one's own; what it prints
    goes to files. To be asked and ended like a `subprocess.Popen`."""

    def __init__(self, module, arguments, folder, variables, out, err):
        place = {**os.environ, **variables}, str(folder), (str(out), str(err))
        self._process = context.Process(target=_run, args=(module, [*map(str, arguments)], *place))
        self._process.start()
        self.pid = self._process.pid

    def poll(self):
        return self._process.exitcode

    def wait(self):
        self._process.join()
        return self._process.exitcode

    def send_signal(self, number):
        os.kill(self.pid, number)


def _run(module, arguments, variables, folder, files):
    gc.freeze()  # what is there already is no garbage, and need not be looked through
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(variables)
    os.chdir(folder)
    for number, file in enumerate(files, 1):
        with Path(file).open("wb") as there:
            os.dup2(there.fileno(), number)
    path = variables.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[:] = [folder, *filter(None, path), *sys.path]
    sys.dont_write_bytecode = True
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
