"""A child of the ruler, quicksalt-child/1, that runs a module in a headless Chromium.

python -m quicksalt.lab.targets.in_chromium PROGRAM FILE FOLDER: FOLDER is for the browser's
profile. The browser is controlled through pipes with the DevTools protocol. Times are wall times.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from quicksalt.lab.targets.speak import speak

REQUESTS, ANSWERS = 3, 4
"""The file descriptors of Chromium's input and output pipe."""

OPTIONS = (
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
)

SETUP = """(async () => {
  const { load } = await import("data:text/javascript;base64,%s");
  const bytes = Uint8Array.from(atob("%s"), letter => letter.charCodeAt(0));
  const prepare = load(bytes);
  let task = null;
  globalThis.quicksalt = {
    task(words) {
      task = prepare(words);
      const end = performance.now() + 60;
      do task.run(1); while (performance.now() < end);
    },
    run(count) {
      const start = performance.now();
      task.run(count);
      return Math.round((performance.now() - start) * 1e6);
    },
    output: () => task.output(),
  };
})()"""


class Browser:
    """A browser with an empty page for evaluating expressions."""

    def __init__(self, program: str, folder: str) -> None:
        """Start the browser."""
        import fcntl

        reading, self._requests = os.pipe()
        self._answers, writing = os.pipe()
        # Chromium's fixed descriptor numbers may be in use by the pipes.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (reading, writing)]
        self._requests = fcntl.fcntl(self._requests, fcntl.F_DUPFD_CLOEXEC, 10)
        self._answers = fcntl.fcntl(self._answers, fcntl.F_DUPFD_CLOEXEC, 10)
        for number, end in zip((REQUESTS, ANSWERS), ends, strict=True):
            os.dup2(end, number, inheritable=True)
        argv = [program, *OPTIONS, f"--user-data-dir={folder}", "about:blank"]
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(
            argv, stdin=quiet, stdout=quiet, stderr=quiet, pass_fds=(REQUESTS, ANSWERS)
        )
        for end in (*ends, REQUESTS, ANSWERS):
            os.close(end)
        self._number = 0
        self._unread = b""
        self._session: str | None = None
        self.version = str(self._ask("Browser.getVersion")["product"])
        page = self._ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._ask("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]

    def evaluate(self, expression: str) -> Any:  # noqa: ANN401 - any value of JavaScript
        """Return the value of an expression. Raises RuntimeError if the expression throws."""
        found = self._ask(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in found:
            raise RuntimeError(_raised(found["exceptionDetails"]))
        return found["result"].get("value")

    def end(self) -> None:
        """End the browser."""
        self._process.kill()
        self._process.wait()

    def _ask(self, method: str, **params: object) -> dict[str, Any]:
        self._number += 1
        request: dict[str, object] = {"id": self._number, "method": method, "params": params}
        if self._session is not None:
            request["sessionId"] = self._session
        message = json.dumps(request).encode() + b"\0"
        while message:
            message = message[os.write(self._requests, message) :]
        while True:
            answer = json.loads(self._message())
            if answer.get("id") == self._number:
                break
        if "error" in answer:
            raise RuntimeError(str(answer["error"].get("message")))
        result: dict[str, Any] = answer["result"]
        return result

    def _message(self) -> bytes:
        while b"\0" not in self._unread:
            found = os.read(self._answers, 1 << 16)
            if not found:
                raise RuntimeError("the browser has ended")
            self._unread += found
        message, _, self._unread = self._unread.partition(b"\0")
        return message


def _raised(details: dict[str, Any]) -> str:
    text = str(details.get("exception", {}).get("description", details.get("text")))
    return text.splitlines()[0].removeprefix("Error: ")


class Task:
    """The current task of the page."""

    def __init__(self, browser: Browser) -> None:
        """Store the browser."""
        self._browser = browser

    def run(self, count: int) -> int:
        """Run the task `count` times in the page; return the nanoseconds on its clock."""
        return int(self._browser.evaluate(f"quicksalt.run({count})"))

    def output(self) -> bytes:
        """Return the output."""
        return bytes.fromhex(self._browser.evaluate("quicksalt.output()"))


def main() -> None:
    """Run the child's protocol loop."""
    program, path, folder = sys.argv[1:]
    browser = Browser(program, folder)
    try:
        script = Path(__file__).with_name("module.mjs").read_bytes()
        parts = (base64.b64encode(data).decode() for data in (script, Path(path).read_bytes()))
        browser.evaluate(SETUP % tuple(parts))

        def prepare(words: list[str]) -> Task:
            browser.evaluate(f"quicksalt.task({json.dumps(words)})")
            return Task(browser)

        speak("wall", lambda: f"{browser.version}, {Path(path).name}", prepare)
    finally:
        browser.end()


if __name__ == "__main__":
    main()
