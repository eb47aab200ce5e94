"""Builds the site and checks every page: python scripts/site.py [--pictures FOLDER].

Links must lead to existing pages and headings. In a headless Chromium, at phone, half-screen and
desktop width, a page must load no external resource, print nothing on the console, not be wider
than its window, and not cut off code. Exits with 1 on a violation, with 3 if Chromium is missing.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import aiohttp
import c_reference
from aiohttp import web

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "target/docs"
"""The pages that were written and the generated one."""
SITE = ROOT / "target/site"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WIDTHS = (390, 640, 1280)
SCHEMES = ("light", "dark")
MISSING = 3


def built() -> int:
    """Gather the pages, build the site, and return the exit code of the build."""
    shutil.rmtree(DOCS, ignore_errors=True)
    shutil.copytree(ROOT / "docs", DOCS, ignore=shutil.ignore_patterns("measured", "theme"))
    (DOCS / c_reference.PAGE).write_text(c_reference.page(), encoding="utf-8")
    package = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))["workspace"]["package"]
    release = f"quicksalt {package['version']}"
    footer = f'{release}, <a href="{package["repository"]}">repository</a>'
    env = {**os.environ, "QUICKSALT_RELEASE": release, "QUICKSALT_FOOTER": footer}
    argv = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    ended = subprocess.run(argv, cwd=ROOT, env=env, check=False, capture_output=True, text=True)
    if ended.returncode:
        print(ended.stdout + ended.stderr, file=sys.stderr)
    return ended.returncode


class Page(HTMLParser):
    """The links and the headings of a page."""

    def __init__(self, path: Path) -> None:
        """Parse the page."""
        super().__init__()
        self.links: list[str] = []
        self.names: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect links and anchors."""
        found = dict(attrs)
        self.names.add(found.get("id") or "")
        for name in ("href", "src"):
            if tag in {"a", "img", "link", "script"} and found.get(name):
                self.links.append(found[name] or "")


def broken(folder: Path) -> Iterator[str]:
    """Yield broken links within the site."""
    pages = {path: Page(path) for path in sorted(folder.rglob("*.html"))}
    for path, page in pages.items():
        if path.name == "404.html":
            # The error page is served for any address, so its links are absolute.
            continue
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            where = path.relative_to(folder)
            if not target.is_file():
                yield f"{where}: {link} links to a missing file"
            elif target in pages and unquote(parts.fragment) not in pages[target].names | {""}:
                yield f"{where}: {link} links to a missing heading"


class Tab:
    """A browser tab, controlled by the DevTools protocol."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Wrap an open connection to a tab."""
        self.socket = socket
        self.events: list[dict[str, Any]] = []
        self._number = 0

    async def ask(self, method: str, **params: object) -> dict[str, Any]:
        """Call a method and return its result; store intermediate messages in `events`."""
        self._number += 1
        await self.socket.send_json({"id": self._number, "method": method, "params": params})
        while True:
            message = await self.socket.receive_json(timeout=60)
            if message.get("id") == self._number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                result: dict[str, Any] = message["result"]
                return result
            self.events.append(message)

    async def visit(self, url: str) -> list[dict[str, Any]]:
        """Load a page and return the events during loading."""
        self.events = []
        await self.ask("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(await self.socket.receive_json(timeout=60))
        # The answer arrives after the page's scripts have run.
        await self.ask("Runtime.evaluate", expression=SETTLED, awaitPromise=True)
        return self.events

    async def show(self, width: int, scheme: str) -> None:
        """Set the window width and the preferred colour scheme."""
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
        await self.ask("Emulation.setDeviceMetricsOverride", **size)
        feature = {"name": "prefers-color-scheme", "value": scheme}
        await self.ask("Emulation.setEmulatedMedia", features=[feature])

    async def overhang(self) -> int:
        """Return the horizontal overflow of the page in pixels, after layout."""
        for _ in range(PATIENCE):
            await self.ask("Runtime.evaluate", expression=SETTLED, awaitPromise=True)
            wider = await self.ask("Runtime.evaluate", expression=WIDER)
            if wider["result"]["value"] <= 0:
                return 0
            await asyncio.sleep(0.1)
        return int(wider["result"]["value"])

    async def cut(self) -> list[str]:
        """Return the first line of each block of code that is cut off."""
        found = await self.ask("Runtime.evaluate", expression=CUT, returnByValue=True)
        lines: list[str] = found["result"]["value"]
        return lines

    async def picture(self, path: Path) -> None:
        """Write a screenshot of the page."""
        shot = await self.ask("Page.captureScreenshot", captureBeyondViewport=False)
        path.write_bytes(base64.b64decode(shot["data"]))


SETTLED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
PATIENCE = 20
"""Maximum number of width queries while scripts are still changing the layout."""
CUT = """[...document.querySelectorAll("pre code")].filter(code => code.offsetWidth &&
    (code.scrollWidth > code.clientWidth + 1 || code.parentElement.scrollWidth >
    code.parentElement.clientWidth + 1)).map(code => code.textContent.trim().split("\\n")[0])"""
"""Finds the first line of each code block that its frame cuts off."""
WIDER = "document.documentElement.scrollWidth - window.innerWidth"


def wrong(events: list[dict[str, Any]], origin: str) -> Iterator[str]:
    """Yield console messages and external requests of a page."""
    for event in events:
        method, params = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            yield f"an exception: {params['exceptionDetails']['text']}"
        elif method == "Runtime.consoleAPICalled" and params["type"] in {"error", "warning"}:
            yield f"the console: {params['args'][0].get('value')}"
        elif method == "Log.entryAdded" and params["entry"]["level"] in {"error", "warning"}:
            yield f"the log: {params['entry']['text']} {params['entry'].get('url', '')}"
        elif method == "Network.requestWillBeSent":
            url = params["request"]["url"]
            if not url.startswith((origin, "data:", "blob:")):
                yield f"it requests {url}"


async def looked_at(tab: Tab, origin: str, pictures: Path | None) -> list[str]:
    """Visit every page at every width, and return all problems."""
    problems = []
    for path in sorted(SITE.rglob("*.html")):
        name = str(path.relative_to(SITE))
        await tab.show(WIDTHS[0], SCHEMES[0])
        found = list(wrong(await tab.visit(f"{origin}/{name}"), origin))
        for width in WIDTHS:
            await tab.show(width, SCHEMES[0])
            if wider := await tab.overhang():
                found.append(f"{wider} pixels too wide at {width}")
            found += [f"code cut off at {width}: {line}" for line in await tab.cut()]
        problems += [f"{name}: {one}" for one in found]
        if pictures is not None:
            await draw(tab, f"{origin}/{name}", pictures / name.replace("/", "-"))
    return problems


async def draw(tab: Tab, url: str, path: Path) -> None:
    """Write screenshots of a page at every width in every colour scheme."""
    for scheme in SCHEMES:
        for width in WIDTHS:
            # A page stores its colour scheme, so leave the page before clearing the storage.
            await tab.visit("about:blank")
            origin = "{0.scheme}://{0.netloc}".format(urlsplit(url))
            await tab.ask("Storage.clearDataForOrigin", origin=origin, storageTypes="all")
            await tab.show(width, scheme)
            await tab.visit(url)
            await tab.picture(path.with_name(f"{path.stem}-{width}-{scheme}.png"))


@asynccontextmanager
async def served() -> AsyncIterator[str]:
    """Serve the site on a local port."""
    application = web.Application()
    application.router.add_static("/", SITE)
    runner = web.AppRunner(application)
    await runner.setup()
    place = web.TCPSite(runner, "127.0.0.1", 0)
    await place.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@asynccontextmanager
async def opened(browser: str, folder: str) -> AsyncIterator[Tab]:
    """Start a browser with a separate profile, and open a tab."""
    options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    options += ["--no-first-run", "--disable-dev-shm-usage", "--remote-debugging-port=0"]
    process = await asyncio.create_subprocess_exec(
        browser, *options, f"--user-data-dir={folder}", "about:blank", stderr=subprocess.DEVNULL
    )
    try:
        port = await ready(Path(folder) / "DevToolsActivePort")
        async with aiohttp.ClientSession() as session:
            async with session.put(f"http://127.0.0.1:{port}/json/new") as answer:
                address = (await answer.json())["webSocketDebuggerUrl"]
            async with session.ws_connect(address, max_msg_size=0) as socket:
                tab = Tab(socket)
                for domain in ("Page", "Runtime", "Log", "Network"):
                    await tab.ask(f"{domain}.enable")
                yield tab
    finally:
        process.terminate()
        await process.wait()


async def ready(file: Path) -> int:
    """Wait for the file in which the browser writes its port."""
    for _ in range(600):
        if file.is_file() and (lines := file.read_text(encoding="ascii").splitlines()):
            return int(lines[0])
        await asyncio.sleep(0.1)
    raise TimeoutError("the browser did not start within a minute")


async def checked(browser: str, pictures: Path | None) -> list[str]:
    """Check all pages."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        async with served() as origin, opened(browser, folder) as tab:
            return await looked_at(tab, origin, pictures)


def main() -> int:
    """Build, check, and print all problems."""
    parser = argparse.ArgumentParser(description="Builds the site and checks every page.")
    parser.add_argument(
        "--pictures", type=Path, metavar="FOLDER", help="write screenshots to this folder"
    )
    pictures = parser.parse_args().pictures
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print("no Chromium here: apt-get install chromium", file=sys.stderr)
        return MISSING
    if code := built():
        return code
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
    problems = [*broken(SITE), *asyncio.run(checked(browser, pictures))]
    print("".join(f"{problem}\n" for problem in problems), end="")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
