"""Types of the native module."""

from pathlib import Path
from typing import TypedDict

from typing_extensions import Buffer

def crypto_stream(length: int, nonce: Buffer, key: Buffer) -> bytes: ...
def crypto_stream_xor(message: Buffer, nonce: Buffer, key: Buffer) -> bytes: ...

ClassDict = TypedDict(
    "ClassDict",
    {"from": int, "representative": int, "candidate": str | None, "reason": str | None},
)

class CandidateDict(TypedDict):
    candidate: str
    state: str
    lacks: list[str]
    needs: list[str]
    origin: str
    assurance: str
    min_len: int
    parts: list[str]
    backend: str | None

class OperationDict(TypedDict):
    operation: str
    axis: str
    classes: list[ClassDict]
    candidates: list[CandidateDict]

class MachineDict(TypedDict):
    cpu: str
    features: list[str]
    build: str
    dalek_avx512: bool

def force(target: str, candidate: str) -> None: ...
def set_policy(name: str) -> None: ...
def policy() -> str: ...
def from_env() -> None: ...
def explain() -> list[OperationDict]: ...
def machine() -> MachineDict: ...
def record_path() -> Path | None: ...
def record_rows() -> list[tuple[str, int, str]] | None: ...
def record_save(rows: list[tuple[str, int, str]]) -> Path: ...

class Bench:
    def __init__(self, operation: str, candidate: str | None, size: int) -> None: ...
    def run(self, iterations: int) -> None: ...
    def output(self) -> bytes: ...
