"""The machine card: processor, software and date of a measurement."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from quicksalt_lab.ruler.clock import DEFAULT, Clock, reading_cost_ns

UNKNOWN = "unknown"
NONE = "none"


@dataclass(frozen=True)
class Library:
    """The measured library, with its own version and its view of the processor."""

    version: str = UNKNOWN
    build: str = UNKNOWN
    compiler: str = UNKNOWN
    processor: str = UNKNOWN
    features: tuple[str, ...] = ()


NO_LIBRARY = Library()
"""For measurements without a library."""


@dataclass(frozen=True)
class Processor:
    """The processor: constant while the machine runs."""

    name: str
    """The name in records: architecture, vendor, family, model, stepping, features."""
    vendor: str
    model_name: str
    family: str
    model: str
    stepping: str
    features: tuple[str, ...]
    """The features detected by the library, sorted."""
    caches: tuple[str, ...]
    """The caches, such as `L1 Data 48K`."""
    cores: int
    """Number of CPUs that the operating system reports."""


@dataclass(frozen=True)
class Condition:
    """Facts that may change between runs, so they are not part of the machine's identity."""

    microcode: str
    governor: str
    turbo: str
    hypervisor: str
    siblings: str
    """CPUs that share a core with the first one."""
    load: float | None
    """Load average of the last minute."""
    steal_before: int | None
    steal_after: int | None
    """Ticks that the hypervisor gave to other guests since boot."""
    date: str


@dataclass(frozen=True)
class Software:
    """The software of a measurement."""

    quicksalt: str
    """The library's version; the field name is part of the records' format."""
    build: str
    """Crate version, hash of the sources, and compiler version."""
    compiler: str
    python: str
    kernel: str


@dataclass(frozen=True)
class Card:
    """A machine card."""

    processor: Processor
    condition: Condition
    software: Software
    clock: str
    reading_cost_ns: float
    """Cost of one reading of the clock, measured separately."""
    seed: int | None

    @property
    def identity(self) -> str:
        """A hash of the processor and the library's version, not of clock rate, load or date."""
        facts = {**asdict(self.processor), "quicksalt": self.software.quicksalt}
        text = json.dumps(facts, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def sentence(card: Card) -> str:
    """Describe machine, software and date of a measurement in one line."""
    cpu, software = card.processor, card.software
    return (
        f"{cpu.model_name} (family {cpu.family} model {cpu.model} stepping {cpu.stepping}, "
        f"{cpu.cores} CPUs), {software.kernel}, {software.python}, {software.compiler}, "
        f"{card.condition.date[:10]}"
    )


def take(
    library: Library = NO_LIBRARY,
    *,
    seed: int | None = None,
    clock: Clock = DEFAULT,
    steal_before: int | None = None,
) -> Card:
    """Record the current card of this machine."""
    first = _cpuinfo()
    return Card(
        processor=Processor(
            name=library.processor,
            vendor=first.get("vendor_id", UNKNOWN),
            model_name=first.get("model name", platform.processor() or UNKNOWN),
            family=first.get("cpu family", UNKNOWN),
            model=first.get("model", UNKNOWN),
            stepping=first.get("stepping", UNKNOWN),
            features=library.features,
            caches=_caches(),
            cores=os.cpu_count() or 1,
        ),
        condition=_condition(first, steal_before),
        software=Software(
            quicksalt=library.version,
            build=library.build,
            compiler=library.compiler,
            python=f"{platform.python_implementation()} {platform.python_version()}",
            kernel=f"{platform.system()} {platform.release()}",
        ),
        clock=clock.name,
        reading_cost_ns=reading_cost_ns(clock),
        seed=seed,
    )


def steal_ticks() -> int | None:
    """Read the ticks that the hypervisor gave to other guests; None if not available."""
    words = _read("/proc/stat").partition("\n")[0].split()
    # cpu user nice system idle iowait irq softirq steal ...
    return int(words[8]) if len(words) > 8 else None


def _condition(first: dict[str, str], steal_before: int | None) -> Condition:
    cpu = "/sys/devices/system/cpu"
    return Condition(
        microcode=first.get("microcode", UNKNOWN),
        governor=_read(f"{cpu}/cpu0/cpufreq/scaling_governor") or NONE,
        turbo=_turbo(cpu),
        hypervisor=_hypervisor(first),
        siblings=_read(f"{cpu}/cpu0/topology/thread_siblings_list") or UNKNOWN,
        load=_load(),
        steal_before=steal_before,
        steal_after=steal_ticks(),
        date=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _cpuinfo() -> dict[str, str]:
    """Read the first processor's entry of /proc/cpuinfo."""
    block = _read("/proc/cpuinfo").partition("\n\n")[0]
    pairs = (line.partition(":") for line in block.splitlines())
    return {name.strip(): value.strip() for name, _, value in pairs}


def _caches() -> tuple[str, ...]:
    folder = Path("/sys/devices/system/cpu/cpu0/cache")
    found = []
    for index in sorted(folder.glob("index*")):
        level, kind, size = (_read(index / name) for name in ("level", "type", "size"))
        if level:
            found.append(f"L{level} {kind} {size}")
    return tuple(found)


def _turbo(cpu: str) -> str:
    if boost := _read(f"{cpu}/cpufreq/boost"):
        return "on" if boost == "1" else "off"
    if no_turbo := _read(f"{cpu}/intel_pstate/no_turbo"):
        return "off" if no_turbo == "1" else "on"
    return UNKNOWN


def _hypervisor(first: dict[str, str]) -> str:
    if kind := _read("/sys/hypervisor/type"):
        return kind
    if not first:
        return UNKNOWN
    return "present" if re.search(r"\bhypervisor\b", first.get("flags", "")) else NONE


def _load() -> float | None:
    getloadavg: Callable[[], tuple[float, float, float]] | None = getattr(os, "getloadavg", None)
    try:
        return getloadavg()[0] if getloadavg else None
    except OSError:
        return None


def _read(path: str | Path) -> str:
    """Read a small file without surrounding white space; empty if unreadable."""
    if sys.platform != "linux":
        return ""
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
