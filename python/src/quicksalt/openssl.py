"""Files of `openssl enc` and of kaesar: AES with a key derived from a passphrase.

    from quicksalt import openssl

    sealed = openssl.encrypt(b"hello", "passphrase")
    assert openssl.decrypt(sealed, "passphrase") == b"hello"

The format is not authenticated: an attacker who can modify the file can modify the decrypted
content, and decryption with a wrong passphrase may succeed with a wrong result. Use `quicksalt.age`
unless the file must be readable with `openssl enc -d -aes-256-cbc -pbkdf2`.
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
"""The iteration count of `openssl enc -pbkdf2` without `-iter`."""


class Found(NamedTuple):
    """The parameters with which a file was encrypted."""

    cipher: str
    """The cipher, such as `aes-256-cbc`."""
    kdf: str
    """The key derivation: `pbkdf2`, `sha256` or `md5`."""
    form: str
    """The form: `binary`, `base64`, `kaesar-mode` or `kaesar-text`."""


def encrypt(  # noqa: PLR0913
    data: Buffer,
    passphrase: str | Buffer,
    *,
    cipher: str = CIPHER,
    kdf: str = "pbkdf2",
    iterations: int = ITERATIONS,
    form: str = "binary",
) -> bytes:
    """Encrypt data in the format of `openssl enc` or in one of kaesar's formats."""
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
    """Encrypt like `encrypt`, between paths or file objects; an existing target is replaced."""
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
    """Return the content of a file of `openssl enc` or kaesar.

    Without `kdf`, tries all three key derivations. Raises `CryptoError` if all fail, which this
    format cannot detect reliably. Raises `FormatError` for a file in a different format.
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
    """Decrypt like `decrypt`, between paths or file objects; return the parameters found.

    If the source is not a regular file and exceeds a megabyte, the key derivation is determined
    from its beginning only. In this case the content must be text or start like a known file
    format.
    """
    word = _bytes(passphrase)
    with Opened(source, "rb") as from_, Opened(target, "wb", source) as into:
        return Found(*_native.openssl_decrypt(from_, into, word, cipher, kdf, iterations))


def _bytes(text: str | Buffer) -> Buffer:
    return text.encode() if isinstance(text, str) else text
