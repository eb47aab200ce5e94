"""Drive a real Emacs in a terminal: open a file, type, save, and open it again.

Usage: python terminal.py FOLDER_OF_COMPILED_LISP
"""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PATIENCE = 60
CONTROLS = re.compile(rb"\x1b(\[[0-9;?]*[ -/]*[@-~]|[()][0-9A-B]|[=>78M])|[\x00-\x09\x0b-\x1f]")


class Terminal:
    """Emacs in a pseudo-terminal."""

    def __init__(self, lisp: Path, folder: Path) -> None:
        """Start Emacs with the package in `lisp` and with `folder` as its home."""
        self.seen = b""
        setup = "(progn (require 'quicksalt) (quicksalt-file-mode) (setq quicksalt-work-factor 4))"
        command = ["emacs", "-nw", "-Q", "-L", str(lisp), "--eval", setup]
        environment = {**os.environ, "TERM": "xterm", "HOME": str(folder), "COLUMNS": "80"}
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)

    def wait_for(self, text: bytes) -> None:
        """Read output until `text` appears after the previous match."""
        deadline = time.monotonic() + PATIENCE
        while text not in CONTROLS.sub(b"", self.seen):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.terminal], [], [], left)[0]:
                sys.exit(f"Emacs did not show {text!r}; output: {CONTROLS.sub(b'', self.seen)!r}")
            self.seen += os.read(self.terminal, 65536)
        self.seen = b""

    def type(self, keys: bytes) -> None:
        """Type `keys`."""
        os.write(self.terminal, keys)

    def answer(self, text: bytes, keys: bytes) -> None:
        """Wait for `text`, then type `keys`."""
        self.wait_for(text)
        self.type(keys)

    def end(self) -> None:
        """Exit Emacs; it must not prompt."""
        self.type(b"\x18\x03")
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                if not os.read(self.terminal, 65536):
                    break
            except OSError:
                break
        _, status = os.waitpid(self.process, 0)
        os.close(self.terminal)
        if status != 0:
            sys.exit(f"Emacs ended with status {status}")


def read(lisp: Path, file: Path) -> str:
    """Return the text of the encrypted `file`; its passphrase is `secret`."""
    form = (
        '(let ((quicksalt-read-passphrase-function (lambda (&rest _) (copy-sequence "secret"))))'
        f" (princ (car (quicksalt-open-bytes (quicksalt-file--read {str(file)!r})))))"
    ).replace("'", '"')
    command = ["emacs", "-Q", "--batch", "-L", str(lisp), "-l", "quicksalt", "--eval", form]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main() -> None:
    """Write a file in one Emacs, then edit it in another."""
    lisp = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "notes.txt.age"
        emacs = Terminal(lisp, folder)
        emacs.answer(b"*scratch*", b"\x18\x06notes.txt.age\r")
        emacs.answer(b"(New file)", b"the first line\r\x18\x13")
        emacs.answer(b"New passphrase", b"secret\r")
        emacs.answer(b"onfirm", b"secret\r")
        emacs.answer(b"Wrote", b"the second\r\x18\x13")
        emacs.wait_for(b"Wrote")
        emacs.end()
        emacs = Terminal(lisp, folder)
        emacs.answer(b"*scratch*", b"\x18\x06notes.txt.age\r")
        emacs.answer(b"Passphrase for", b"wrong\r")
        emacs.answer(b"Wrong; ", b"secret\r")
        emacs.answer(b"the second", b"\x1b>the third\r\x18\x13")
        emacs.wait_for(b"Wrote")
        if (lisp / "quicksalt-native.so").exists():
            # Start a derivation that would take hours, then interrupt it.
            emacs.type(b'\x1b:(quicksalt-derive-pbkdf2 (quote sha256) "x" "y" 4000000000 32)\r')
            time.sleep(0.5)
            emacs.type(b"\x07")
            emacs.wait_for(b"Quit")
        emacs.end()
        expected = "the first line\nthe second\nthe third\n"
        if (text := read(lisp, file)) != expected:
            sys.exit(f"file contains {text!r}, expected {expected!r}")
        for other in folder.iterdir():
            if other.is_file() and b"the first" in other.read_bytes():
                sys.exit(f"plaintext found in {other.name}")


if __name__ == "__main__":
    main()
