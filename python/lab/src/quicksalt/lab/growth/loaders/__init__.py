"""Loaders of a bundle: Python functions, and child programs that are compiled for the run."""

from __future__ import annotations

import shutil
import ssl
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

from quicksalt.trust import TrustStore
from quicksalt_lab import children
from quicksalt_lab.ruler.child import start
from quicksalt_lab.ruler.measure import Competitor
from quicksalt_lab.ruler.result import Absent

OURS = "quicksalt.trust"
SETTINGS = f"{OURS}, one certificate"
"""Many blocks of one certificate, with their settings merged."""
HERE = Path(__file__).parent
BUILD_S = 120
RUN_S = 600

LineUp = Callable[[Path], AbstractContextManager[Competitor]]
"""Creates a competitor that loads a bundle and returns its number of certificates."""


@dataclass(frozen=True)
class Loader:
    """A competitor."""

    name: str
    version: str
    line_up: LineUp
    is_ours: bool = False


def find(folder: Path) -> Iterator[Loader | Absent]:
    """Yield all competitors, quicksalt first; programs are built in the folder."""
    yield replace(_function(OURS, version("quicksalt"), _ours), is_ours=True)
    yield replace(_function(SETTINGS, version("quicksalt"), _settings), is_ours=True)
    yield _function("Python ssl", ssl.OPENSSL_VERSION, _ssl)
    yield _cryptography()
    yield _c("OpenSSL", "openssl.c", "libcrypto", folder)
    yield _c("GnuTLS", "gnutls.c", "gnutls", folder)
    yield _go(folder)


def _function(name: str, release: str, count: Callable[[Path], int]) -> Loader:
    """Return a loader for a function that returns the number of loaded certificates."""

    def line_up(path: Path) -> AbstractContextManager[Competitor]:
        loaded = 0

        def run(iterations: int) -> None:
            nonlocal loaded
            for _ in range(iterations):
                loaded = count(path)

        return nullcontext(Competitor(name, run, lambda: str(loaded).encode(), note=release))

    return Loader(name, release, line_up)


def _ours(path: Path) -> int:
    return len(TrustStore.load(path))


def _settings(path: Path) -> int:
    """Count the rejected purposes of a certificate, one per block."""
    blocks = path.with_suffix(".settings")
    (certificate,) = TrustStore.load(blocks)
    return len(certificate.rejected_for)


def _ssl(path: Path) -> int:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(path)
    return context.cert_store_stats()["x509"]


def _cryptography() -> Loader | Absent:
    try:
        from cryptography import x509
    except ImportError:
        return Absent("cryptography", "not installed: pip install cryptography")

    def count(path: Path) -> int:
        return len(x509.load_pem_x509_certificates(path.read_bytes()))

    return _function("cryptography", version("cryptography"), count)


def _c(name: str, source: str, package: str, folder: Path) -> Loader | Absent:
    compiler, config = shutil.which("cc"), shutil.which("pkg-config")
    if compiler is None or config is None:
        return Absent(name, "needs cc and pkg-config: apt install gcc pkg-config")
    asked = _run([config, "--modversion", package])
    if asked.returncode:
        return Absent(name, f"pkg-config does not find {package}: apt install its -dev package")
    flags = _run([config, "--cflags", "--libs", package]).stdout.split()
    program = folder / package
    built = _run([compiler, "-O2", "-o", str(program), str(HERE / source), *flags])
    if built.returncode:
        return Absent(name, f"does not build: {built.complaint}")
    return Loader(name, asked.stdout.strip(), _program(name, program))


def _go(folder: Path) -> Loader | Absent:
    go = shutil.which("go")
    if go is None:
        return Absent("Go", "not installed: apt install golang")
    program = folder / "pool"
    built = _run([go, "build", "-o", str(program), str(HERE / "pool.go")])
    if built.returncode:
        return Absent("Go", f"does not build: {built.complaint}")
    return Loader("Go", _run([go, "env", "GOVERSION"]).stdout.strip(), _program("Go", program))


def _program(name: str, program: Path) -> LineUp:
    @contextmanager
    def line_up(path: Path) -> Iterator[Competitor]:
        with start(name, [str(program), str(path)], timeout_s=RUN_S) as child:
            yield child.competitor()

    return line_up


def _run(command: list[str]) -> children.Outcome:
    return children.tried(command, timeout=BUILD_S)
