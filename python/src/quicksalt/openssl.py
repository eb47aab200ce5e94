"""Files of `openssl enc`, and of kaesar: AES under a key that is derived from a passphrase.

    from quicksalt import openssl

    sealed = openssl.encrypt(b"hello", "passphrase")
    assert openssl.decrypt(sealed, "passphrase") == b"hello"

Nothing in them is authenticated: who can change such a file changes what it decrypts to, and a
wrong passphrase may go unnoticed. Use `quicksalt.age` unless somebody else has to read it with
`openssl enc -d -aes-256-cbc -pbkdf2`.
"""

from __future__ import annotations

import io
from typing import NamedTuple

from quicksalt import _native
from quicksalt.files.errors import FormatError as FormatError
from quicksalt.files.opened import Opened, in_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os

    from typing_extensions import Buffer

    from quicksalt.files.protocols import Readable, Writable

    Path = str | os.PathLike[str]

CIPHER = "aes-256-cbc"
ITERATIONS = 10_000
"""What `openssl enc -pbkdf2` takes without `-iter`."""


class Found(NamedTuple):
    """How a file was encrypted."""

    cipher: str
    """Such as `aes-256-cbc`."""
    kdf: str
    """`pbkdf2`, `sha256` or `md5`."""
    form: str
    """`binary`, `base64`, `kaesar-mode` or `kaesar-text`."""


def encrypt(  # noqa: PLR0913
    data: Buffer,
    passphrase: str | Buffer,
    *,
    cipher: str = CIPHER,
    kdf: str = "pbkdf2",
    iterations: int = ITERATIONS,
    form: str = "binary",
) -> bytes:
    """Return a file of `openssl enc`, or in one of kaesar's forms."""
    out = io.BytesIO()
    encrypt_file(
        in_memory(data, "data"),
        out,
        passphrase,
        cipher=cipher,
        kdf=kdf,
        iterations=iterations,
        form=form,
    )
    return out.getvalue()


def encrypt_file(  # noqa: PLR0913
    source: Path | Readable,
    target: Path | Writable,
    passphrase: str | Buffer,
    *,
    cipher: str = CIPHER,
    kdf: str = "pbkdf2",
    iterations: int = ITERATIONS,
    form: str = "binary",
) -> None:
    """As `encrypt`, from one path or file into another. A target of that path is replaced."""
    word = _bytes(passphrase)
    with Opened(source, "rb") as from_, Opened(target, "wb", source) as into:
        _native.openssl_encrypt(from_, into, word, cipher, kdf, iterations, form)


def decrypt(
    data: Buffer,
    passphrase: str | Buffer,
    *,
    cipher: str = CIPHER,
    kdf: str | None = None,
    iterations: int = ITERATIONS,
) -> bytes:
    """Return what a file of `openssl enc` or of kaesar holds.

    Without a `kdf` all three are tried. Raises `CryptoError` if nothing fits, which this format
    does not tell surely, and `FormatError` for a file of another format.
    """
    out = io.BytesIO()
    source = in_memory(data, "data")
    decrypt_file(source, out, passphrase, cipher=cipher, kdf=kdf, iterations=iterations)
    return out.getvalue()


def decrypt_file(  # noqa: PLR0913
    source: Path | Readable,
    target: Path | Writable,
    passphrase: str | Buffer,
    *,
    cipher: str = CIPHER,
    kdf: str | None = None,
    iterations: int = ITERATIONS,
) -> Found:
    """As `decrypt`, from one path or file into another; return how it was encrypted.

    Of what is no regular file and longer than a megabyte, the derivation is found by the beginning
    alone, which must be a text or of a known format then.
    """
    word = _bytes(passphrase)
    with Opened(source, "rb") as from_, Opened(target, "wb", source) as into:
        return Found(*_native.openssl_decrypt(from_, into, word, cipher, kdf, iterations))


def _bytes(text: str | Buffer) -> Buffer:
    return text.encode() if isinstance(text, str) else text
