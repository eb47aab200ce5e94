"""Run the test page in headless Chromium: python wasm/page/check.py FOLDER.

FOLDER comes from `wasm/page/build.py`. The page is served with a strict content security policy
and reports the result of each test. Exit code 1: a test failed; 3: Chromium is missing.
"""

from __future__ import annotations

import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# Total time limit for the page, much longer than it needs.
PATIENCE = 180.0
# The modules, each with the browser flag that selects it.
ENGINES = {"base": "--no-wasm-wide-arithmetic", "wide": "--wasm-wide-arithmetic"}
# The content security policy of the page: all scripts come from the page's own folder.
POLICY = "script-src 'self' 'wasm-unsafe-eval'; object-src 'none'"
# Enables shared memory, which some tests need.
HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cache-Control": "no-store",
}


class Handler(SimpleHTTPRequestHandler):
    """Serves the page, and receives its report."""

    def __init__(
        self, *arguments: object, reports: queue.Queue[dict], folder: Path, policy: str
    ) -> None:
        """Store the queue for reports."""
        self.reports = reports
        self.policy = policy
        super().__init__(*arguments, directory=str(folder))  # type: ignore[arg-type]

    def end_headers(self) -> None:
        """Add the policy to every response."""
        for name, value in {**HEADERS, "Content-Security-Policy": self.policy}.items():
            self.send_header(name, value)
        super().end_headers()

    def do_POST(self) -> None:
        """Receive the report."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.end_headers()
        self.reports.put(json.loads(body))

    def log_message(self, *_: object) -> None:
        """Suppress the log."""


def browser() -> str:
    """Return the path of Chromium, or exit."""
    for name in BROWSERS:
        if path := shutil.which(name):
            return path
    print("no chromium: Debian's package chromium has it", file=sys.stderr)
    sys.exit(3)


def report(folder: Path, flags: str, policy: str = POLICY) -> dict:
    """Return the page's report in an engine with these flags."""
    reports: queue.Queue[dict] = queue.Queue()
    handler = partial(Handler, reports=reports, folder=folder, policy=policy)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        program = subprocess.Popen(
            [
                browser(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                f"--js-flags={flags}",
                f"--user-data-dir={profile}",
                f"http://127.0.0.1:{server.server_port}/index.html?report",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return reports.get(timeout=PATIENCE)
        except queue.Empty:
            return {"error": f"the page told nothing in {PATIENCE:.0f} s"}
        finally:
            os.killpg(program.pid, signal.SIGKILL)
            program.wait()
            server.shutdown()


def problems(told: dict, variant: str) -> list[str]:
    """Return the problems in a module's report."""
    if "error" in told:
        return [told["error"]]
    failed = [result for result in told["all"] if result["verdict"] == "failed"]
    found = [f"{result['group']}: {result['name']}: {result['note']}" for result in failed]
    if not told["peer"]:
        found.append("libsodium.js is not beside the page: nothing was compared with it")
    if told["variant"] != variant:
        found.append(f"the module was {told['variant']}, not {variant}")
    return found


def main() -> int:
    """Print failures and passed tests for each module, and in a browser without WebAssembly."""
    is_wrong = False
    for variant, flags in ENGINES.items():
        told = report(Path(sys.argv[1]), flags)
        found = problems(told, variant)
        is_wrong |= bool(found)
        print(f"Chromium, {variant}: {len(told.get('all', []))} tests of the page")
        for line in found:
            print(f"FAILED: {line}")
        for result in told.get("all", []):
            if result["verdict"] == "skipped":
                print(f"skipped: {result['group']}: {result['name']}: {result['note']}")
    told = report(Path(sys.argv[1]), ENGINES["base"], POLICY.replace(" 'wasm-unsafe-eval'", ""))
    if "does not validate" not in told.get("error", ""):
        print(f"FAILED: a policy without WebAssembly: {str(told)[:200]}")
        is_wrong = True
    return 1 if is_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
