"""Write tests/seconds.json: how long each file of tests takes, so that the longest start first.

    scripts/test --junitxml=run.xml
    python scripts/seconds.py run.xml

To be written again when a file has become much longer: else it runs alone at the end.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parent.parent
LEAST = 1


def seconds(run):
    """Seconds by file, the longest first; files that take less than a second are left out."""
    spent = Counter()
    for test in ElementTree.parse(run).iter("testcase"):
        spent[f"{test.get('classname').replace('.', '/')}.py"] += float(test.get("time"))
    return {file: round(took) for file, took in spent.most_common() if took >= LEAST}


if __name__ == "__main__":
    text = json.dumps(seconds(sys.argv[1]), indent=1)
    (ROOT / "tests" / "seconds.json").write_text(f"{text}\n", encoding="utf-8")
