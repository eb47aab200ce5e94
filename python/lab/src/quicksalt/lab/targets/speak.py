"""The line protocol of children (docs/children.md), implemented for children in Python."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Protocol


class Task(Protocol):
    """The current task of a child."""

    def run(self, count: int) -> int:
        """Run the task `count` times; return the nanoseconds."""
        ...

    def output(self) -> bytes:
        """Return the output of the last run."""
        ...


def speak(clock: str, version: Callable[[], str], prepare: Callable[[list[str]], Task]) -> None:
    """Answer requests until the end of input; an exception becomes an error answer."""
    task: Task | None = None
    for line in sys.stdin:
        verb, *words = line.split()
        try:
            if verb == "end":
                return
            if verb == "hello":
                answer = f"quicksalt-child/1 {clock} {version()}"
            elif verb == "task":
                task, answer = prepare(words), ""
            elif verb == "run" and task is not None:
                answer = str(task.run(int(words[0])))
            elif verb == "output" and task is not None:
                answer = task.output().hex()
            else:
                raise ValueError("no such request")
            print(f"ok {answer}".rstrip(), flush=True)
        except Exception as error:
            said = str(error).splitlines() or [type(error).__name__]
            print(f"error {said[0]}", flush=True)
