"""The package runs with its declared dependencies, without test or typing tools."""

from __future__ import annotations

import subprocess
import sys

# `postgres` needs the extra of that name, `peers` import the measured packages, and pytest imports
# the plugin.
PROGRAM = """
import importlib, pkgutil, sys

WITH_EXTRAS = {"click", "rich", "markdown_it", "mdurl", "pygments"}
OWN = {"quicksalt", "quicksalt_lab"}

class Undeclared:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in sys.stdlib_module_names | WITH_EXTRAS | OWN:
            raise ImportError(f"{name} is not declared", name=name)

sys.meta_path.insert(0, Undeclared())
import quicksalt
import quicksalt_lab
packages = (quicksalt, quicksalt_lab)
names = [
    found.name
    for package in packages
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
]
LEFT_OUT = ("quicksalt.hashsig.postgres", "quicksalt.lab.peers.", "quicksalt_lab.plugin")
for name in names:
    if not name.startswith(LEFT_OUT):
        importlib.import_module(name)
print(len(names))
"""


# Parts of Python that only Unix has; a module set to None cannot be imported.
ELSEWHERE = """
import importlib, os, pkgutil, signal, sys

for name in ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"):
    sys.modules[name] = None
UNIX = {
    os: "fork getuid geteuid getloadavg killpg register_at_fork sched_getaffinity setsid wait4",
    signal: "SIGALRM SIGHUP SIGKILL SIGPIPE SIGUSR1 alarm pthread_sigmask setitimer",
}
for module, names in UNIX.items():
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
import quicksalt
names = [found.name for found in pkgutil.walk_packages(quicksalt.__path__, "quicksalt.")]
for name in names:
    if not name.startswith("quicksalt.lab.peers."):
        importlib.import_module(name)
from quicksalt.__main__ import main
sys.argv = ["quicksalt", "hashsig", "--help"]
os._exit = sys.exit
try:
    main()
except SystemExit as end:
    print(len(names), end.code)
"""


def test_every_module_imports_without_unix_only_features() -> None:
    run = subprocess.run(
        [sys.executable, "-c", ELSEWHERE], check=False, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    count, code = run.stdout.split()[-2:]
    assert int(count) > 100
    assert code in {"0", "None"}


def test_every_module_imports_with_the_declared_dependencies_alone() -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM], check=False, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 100
