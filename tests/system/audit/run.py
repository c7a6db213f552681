"""``make audit``: ask the world whether a locked package has a known weakness.

Exits 0 when none has, 1 when one has, 3 when the question could not be asked: that is not a yes.
"""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path

from tests.support.stack import ROOT
from tests.system.audit.locks import LICENCES, LOCKS, licence_page

TOOLS = ROOT / "build" / "audit"
NOT_ASKED = 3


def main() -> int:
    if "--licences" in sys.argv:
        LICENCES.write_text(licence_page(), "utf-8")
        return 0
    python = TOOLS / "bin" / "python"
    if not python.exists():  # a tool beside the product, not a part of it
        venv.create(TOOLS, with_pip=True)
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "pip-audit"]
    if subprocess.run(install, check=False).returncode:
        return _not_asked("pip-audit could not be installed")
    return max(_ask(python, lock) for lock in LOCKS)


def _ask(python: Path, lock: str) -> int:
    """What is known of one lock. A package that the service does not know was not audited, whatever the tool says."""
    how = ["--disable-pip", "--require-hashes", "--progress-spinner=off", "--format=json"]
    asked = [python, "-m", "pip_audit", *how, "-r", ROOT / lock]
    done = subprocess.run(asked, check=False, capture_output=True, text=True, timeout=300)
    try:
        found = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        return _not_asked(f"{lock}: the vulnerability service did not answer: {done.stderr[-500:]}")
    weak = [entry for entry in found if entry.get("vulns")]
    for entry in weak:
        ids = ", ".join(vuln["id"] for vuln in entry["vulns"])
        sys.stdout.write(f"{lock}: {entry['name']} {entry['version']}: {ids}\n")
    skipped = [entry for entry in found if "skip_reason" in entry]
    if weak:
        return 1
    if skipped:
        return _not_asked(f"{lock}: {len(skipped)} of {len(found)} packages: {skipped[0]['skip_reason']}")
    sys.stdout.write(f"{lock}: {len(found)} packages, no known weakness\n")
    return 0


def _not_asked(why: str) -> int:
    sys.stderr.write(f"NOT AUDITED: {why}; whether a package has a known weakness is not known\n")
    return NOT_ASKED


if __name__ == "__main__":
    sys.exit(main())
