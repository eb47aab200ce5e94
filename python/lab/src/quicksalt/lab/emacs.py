"""Time the Emacs package: AES in Lisp, in Emacs's GnuTLS, in the module, and in programs.

Each competitor is a separate Emacs, which `quicksalt-benchmark.el` turns into a child of the ruler.
The packages kaesar and aes are included if given, and the programs if installed.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from quicksalt_lab import children
from quicksalt_lab.ruler.child import Child, ChildError, start
from quicksalt_lab.ruler.measure import LabError, Plan, insist
from quicksalt_lab.ruler.result import Group, Topic

INSTALL = "apt-get install emacs-nox"

MAIN = "quicksalt-benchmark.el"

COMPILE_S = 300.0
"""Timeout for Emacs to compile a folder, or to count its garbage collections."""


class MissingEmacsError(LabError):
    """Emacs is not installed."""


class LispError(LabError):
    """The folder does not contain the package, or Emacs cannot compile it."""


def title(what: str, size: int) -> str:
    """Return the title of a task with its size, if any."""
    return f"{what} {size}" if size else what


@dataclass(frozen=True)
class Work:
    """A timed task and its implementations; the first available one is the base."""

    what: str
    size: int
    """Bytes per call; 0 without data."""
    competitors: tuple[str, ...]
    wall: bool = False
    """Whether to use wall time, because programs outside Emacs are included."""


WORK = (
    Work("cbc", 16384, ("kaesar", "tables", "ccl", "gnutls", "module")),
    Work("cbc128", 16384, ("kaesar", "aes", "tables", "ccl")),
    Work("cbc-decrypt", 131072, ("tables", "ccl", "bitslice", "gnutls", "module")),
    Work("ctr", 131072, ("tables", "ccl", "bitslice", "module")),
    Work("pbkdf2", 0, ("lisp", "module")),
    Work("cbc", 131072, ("openssl", "ccl", "gnutls", "module"), wall=True),
    Work("encrypt", 131072, ("age", "gpg", "lisp", "module"), wall=True),
)


def require() -> str:
    """Return Emacs's path. Raises MissingEmacsError."""
    found = shutil.which("emacs")
    if found is None:
        raise MissingEmacsError(f"Emacs is not installed: {INSTALL}")
    return found


@dataclass(frozen=True)
class Emacs:
    """An Emacs with a folder of compiled packages."""

    path: str
    folder: Path
    native: bool
    environment: Mapping[str, str]

    def command(self, *words: str) -> list[str]:
        """Return the command line that loads the benchmark, followed by these words."""
        if self.native:
            eln = [f"(add-to-list 'native-comp-eln-load-path {_quoted(self.folder / 'eln')})"]
        else:
            # No native compilation in the background during timing.
            eln = ["(setq comp-deferred-compilation nil native-comp-jit-compilation nil)"]
        forms = [word for form in eln for word in ("--eval", form)]
        base = [self.path, "-Q", "--batch", *forms, "-L", str(self.folder)]
        return [*base, "-l", "quicksalt-benchmark", *words]

    def child(self, *, wall: bool) -> list[str]:
        """Return the command line of a child of the ruler."""
        name = "quicksalt-benchmark-child"
        return self.command("-f", f"{name}-by-the-wall" if wall else name)

    def garbage(self) -> list[dict[str, object]]:
        """Return the garbage collection cost of each task of `WORK`, one row per task.

        Emacs's default settings determine when a collection runs. Raises LispError.
        """
        tasks = " ".join(
            f"({who} {one.what} {one.size})" for one in WORK for who in one.competitors
        )
        words = self.command("--eval", f"(quicksalt-benchmark-json '({tasks}))")
        rows: list[dict[str, object]] = json.loads(_run(words, self.environment))
        return rows


@contextmanager
def compiled(lisp: Path, also: Sequence[Path], *, native: bool) -> Iterator[Emacs]:
    """Compile the package in `lisp` and the files of other folders in a temporary folder.

    Raises MissingEmacsError and LispError.
    """
    path = require()
    if not (lisp / MAIN).is_file():
        raise LispError(
            f"{lisp} does not hold {MAIN}, which no package installs: run this in a clone of "
            "quicksalt, or give the clone's folder emacs by --lisp"
        )
    with tempfile.TemporaryDirectory(prefix="quicksalt-emacs-") as name:
        folder = Path(name)
        (folder / "gnupg").mkdir(mode=0o700)
        environment = {**os.environ, "GNUPGHOME": str(folder / "gnupg")}
        for source in (lisp, *also):
            for file in (*source.glob("*.el"), *source.glob("quicksalt-native*")):
                if not file.name.startswith("."):
                    shutil.copy(file, folder)
        files = [str(file) for file in sorted(folder.glob("*.el"))]
        base = [path, "-Q", "--batch", "-L", name]
        _run([*base, "-f", "batch-byte-compile", *files], environment)
        if native:
            eln = f"(setq native-comp-eln-load-path (list {_quoted(folder / 'eln')}))"
            form = "(mapc #'native-compile command-line-args-left)"
            own = [file for file in files if Path(file).name.startswith("quicksalt")]
            _run([*base, "--eval", eln, "--eval", form, *own], environment)
        yield Emacs(path, folder, native, environment)


def _quoted(path: Path) -> str:
    escaped = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _run(words: Sequence[str], environment: Mapping[str, str]) -> str:
    try:
        done = children.run(words, timeout=COMPILE_S, env=environment)
    except subprocess.TimeoutExpired:
        raise LispError(f"Emacs did not exit within {COMPILE_S:.0f} s") from None
    except OSError as error:
        raise LispError(f"Emacs does not start: {error.strerror or error}") from None
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise LispError(f"Emacs fails: {last}")
    return done.stdout


def race(emacs: Emacs, plan: Plan, timeout_s: float) -> Iterator[Group]:
    """Time each task of `WORK` that at least one implementation supports. Raises LabError."""
    for work in WORK:
        with ExitStack() as stack:
            able = []
            for who in work.competitors:
                child = stack.enter_context(
                    start(
                        who, emacs.child(wall=work.wall), timeout_s=timeout_s, env=emacs.environment
                    )
                )
                if _can(child, who, work):
                    able.append((who, child))
            if able:
                yield _group(work, able, plan)


def _can(child: Child, who: str, work: Work) -> bool:
    try:
        child.task(who, work.what, str(work.size))
    except ChildError:
        return False
    return True


def _group(work: Work, able: Sequence[tuple[str, Child]], plan: Plan) -> Group:
    return insist(
        Topic(title(work.what, work.size), work.size, "bytes" if work.size else "none"),
        lambda: [child.competitor(who, work.what, str(work.size)) for who, child in able],
        plan,
    )
