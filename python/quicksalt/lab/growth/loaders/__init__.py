"""Who loads a bundle: functions of this process, and small programs that are built on the spot."""

from __future__ import annotations

import shutil
import ssl
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from quicksalt.trust import TrustStore
from quicksalt_lab import children
from quicksalt_lab.ruler.clock import DEFAULT
from quicksalt_lab.ruler.measure import LabError

OURS = "quicksalt.trust"
HERE = Path(__file__).parent
BUILD_S = 120
RUN_S = 600

Load = Callable[[Path], tuple[int, int]]
"""Loads a bundle; returns how many certificates there are, and nanoseconds of processor time."""


@dataclass(frozen=True)
class Loader:
    """A competitor."""

    name: str
    version: str
    load: Load


@dataclass(frozen=True)
class Absent:
    """A competitor that this machine has not."""

    name: str
    reason: str


def find(folder: Path) -> Iterator[Loader | Absent]:
    """Yield all competitors, ours first; programs are built in the folder."""
    yield Loader(OURS, version("quicksalt"), _timed(_ours))
    yield Loader("Python ssl", ssl.OPENSSL_VERSION, _timed(_ssl))
    yield _cryptography()
    yield _c("OpenSSL", "openssl.c", "libcrypto", folder)
    yield _c("GnuTLS", "gnutls.c", "gnutls", folder)
    yield _go(folder)


def _timed(count: Callable[[Path], int]) -> Load:
    def load(path: Path) -> tuple[int, int]:
        start = DEFAULT.read()
        loaded = count(path)
        return loaded, DEFAULT.read() - start

    return load


def _ours(path: Path) -> int:
    return len(TrustStore.load(path))


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

    return Loader("cryptography", version("cryptography"), _timed(count))


def _c(name: str, source: str, package: str, folder: Path) -> Loader | Absent:
    compiler, config = shutil.which("cc"), shutil.which("pkg-config")
    if compiler is None or config is None:
        return Absent(name, "needs cc and pkg-config: apt install gcc pkg-config")
    asked = _run([config, "--modversion", package])
    if asked.returncode:
        return Absent(name, f"pkg-config finds no {package}: apt install its -dev package")
    flags = _run([config, "--cflags", "--libs", package]).stdout.split()
    program = folder / package
    built = _run([compiler, "-O2", "-o", str(program), str(HERE / source), *flags])
    if built.returncode:
        return Absent(name, f"does not build: {_last(built.stderr)}")
    return Loader(name, asked.stdout.strip(), _program(name, program))


def _go(folder: Path) -> Loader | Absent:
    go = shutil.which("go")
    if go is None:
        return Absent("Go", "not installed: apt install golang")
    program = folder / "pool"
    built = _run([go, "build", "-o", str(program), str(HERE / "pool.go")])
    if built.returncode:
        return Absent("Go", f"does not build: {_last(built.stderr)}")
    return Loader("Go", _run([go, "env", "GOVERSION"]).stdout.strip(), _program("Go", program))


def _program(name: str, program: Path) -> Load:
    def load(path: Path) -> tuple[int, int]:
        try:
            run = _run([str(program), str(path)], RUN_S)
        except subprocess.TimeoutExpired:
            raise LabError(f"{name} has not ended after {RUN_S} s") from None
        if run.returncode:
            raise LabError(f"{name} fails to load {path}: {_last(run.stderr)}")
        count, time = map(int, run.stdout.split())
        return count, time

    return load


def _run(command: list[str], timeout: float = BUILD_S) -> children.Outcome:
    return children.run(command, timeout=timeout)


def _last(text: str) -> str:
    return (text.strip().splitlines() or ["no output"])[-1]
