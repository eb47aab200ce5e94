"""age files: encrypted to recipients or with a passphrase, compatible with every age program.

    from quicksalt import age

    identity = age.Identity.generate()
    sealed = age.encrypt(b"hello", [identity.recipient])
    assert age.decrypt(sealed, [identity]) == b"hello"

A recipient is a `str`: `age1...` or an OpenSSH line `ssh-ed25519 ...`. A passphrase given as `str`
is encoded as UTF-8. `encrypt_file` and `decrypt_file` process files of any size in chunks; they
accept paths and objects with `read` or `write`. `open` gives random access to the content of an
encrypted file.
"""

from __future__ import annotations

import builtins
import io
import os
from collections.abc import Callable, Iterable

from quicksalt import _native
from quicksalt import exceptions as exc
from quicksalt.files.errors import FormatError as FormatError
from quicksalt.files.opened import Opened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from typing_extensions import Buffer

    from quicksalt.files.protocols import Readable, Seekable, Writable

    Path = str | os.PathLike[str]
    Passphrase = str | Buffer

WORK_FACTOR = 18
"""Base-2 logarithm of scrypt's cost for new passphrases: 18, which takes 256 MiB."""

WORK_FACTOR_MAX = 22
"""The highest work factor accepted by default: 22, which takes 4 GiB."""


class Identity:
    """A private key or a passphrase that decrypts files. Its `repr` does not reveal the secret."""

    def __init__(self, text: str | Buffer) -> None:
        """Read one identity: `AGE-SECRET-KEY-1...` or a private key file of OpenSSH."""
        found = _native.AgeIdentity.read(_bytes(text))
        if len(found) != 1:
            raise exc.ValueError(f"text must contain one identity, not {len(found)}: use read")
        self._native = found[0]

    @classmethod
    def _of(cls, native: _native.AgeIdentity) -> Self:
        made = cls.__new__(cls)
        made._native = native
        return made

    @classmethod
    def generate(cls) -> Self:
        """Return a new X25519 identity."""
        return cls._of(_native.AgeIdentity.generate())

    @classmethod
    def read(cls, text: str | Buffer) -> list[Self]:
        """Return the identities in a text written by `age-keygen` or OpenSSH."""
        return [cls._of(native) for native in _native.AgeIdentity.read(_bytes(text))]

    @classmethod
    def passphrase(
        cls,
        passphrase: Passphrase | Callable[[], Passphrase],
        *,
        work_factor_max: int = WORK_FACTOR_MAX,
    ) -> Self:
        """Return an identity for files encrypted with a passphrase.

        If the passphrase is a function, it is called when a file needs the passphrase. A file with
        a higher work factor than `work_factor_max` is rejected before any memory is allocated.
        """
        most = _work_factor(work_factor_max, "work_factor_max")
        if callable(passphrase):
            ask = passphrase
            return cls._of(_native.AgeIdentity.asking(lambda: _bytes(ask()), most))
        return cls._of(_native.AgeIdentity.passphrase(_bytes(passphrase), most))

    @property
    def recipient(self) -> str:
        """The public recipient of this identity."""
        return self._native.recipient()

    def to_text(self) -> str:
        """Return the secret key as text, `AGE-SECRET-KEY-1...`."""
        return self._native.text()

    def __reduce__(self) -> str:
        """Refuse pickling: a pickle would contain the unencrypted secret."""
        raise exc.TypeError("an identity cannot be pickled: use to_text")


def recipients(text: str) -> list[str]:
    """Parse the text of a recipients file, one recipient per line, and return the recipients."""
    return _native.age_recipients(text)


def encrypt(
    data: Buffer,
    to: Iterable[str] = (),
    *,
    passphrase: Passphrase | None = None,
    work_factor: int = WORK_FACTOR,
    armored: bool = False,
) -> bytes:
    """Return data encrypted as an age file, either to recipients or with a passphrase."""
    word = None if passphrase is None else _bytes(passphrase)
    factor = _work_factor(work_factor, "work_factor")
    return _native.age_encrypt(data, _texts(to), word, factor, armored)


def encrypt_file(  # noqa: PLR0913
    source: Path | Readable,
    target: Path | Writable,
    to: Iterable[str] = (),
    *,
    passphrase: Passphrase | None = None,
    work_factor: int = WORK_FACTOR,
    armored: bool = False,
) -> None:
    """Encrypt like `encrypt`, between paths or file objects; an existing target is replaced."""
    word = None if passphrase is None else _bytes(passphrase)
    factor = _work_factor(work_factor, "work_factor")
    with Opened(source, "rb") as from_, Opened(target, "wb", source) as into:
        _native.age_encrypt_file(from_, into, _texts(to), word, factor, armored)


def decrypt(data: Buffer, identities: Iterable[Identity | str]) -> bytes:
    """Return the content of an age file, armoured or not.

    Raises `CryptoError` if none of the identities matches or the file is altered or truncated, and
    `FormatError` if it is malformed or in another format.
    """
    return _native.age_decrypt(data, _natives(identities))


def decrypt_file(
    source: Path | Readable,
    target: Path | Writable,
    identities: Iterable[Identity | str],
) -> None:
    """Decrypt like `decrypt`, between paths or file objects.

    After an exception the target contains at most a part of the content. Do not use this part.
    """
    with Opened(source, "rb") as from_, Opened(target, "wb", source) as into:
        _native.age_decrypt_file(from_, into, _natives(identities))


def open(  # noqa: A001
    source: Path | Seekable,
    identities: Iterable[Identity | str],
) -> Reader:
    """Return a seekable file object with the content of an age file; reject armoured files."""
    return Reader(source, identities)


class Reader(io.RawIOBase):
    """The content of an encrypted file. Reading verifies each chunk, and opening the last."""

    def __init__(
        self,
        source: Path | Seekable,
        identities: Iterable[Identity | str],
    ) -> None:
        """Open an encrypted file; given a path, this object opens and closes the file itself."""
        self._at = 0
        self._own: io.BufferedReader | None = None
        if isinstance(source, str | os.PathLike):
            source = self._own = builtins.open(source, "rb")  # noqa: SIM115
        try:
            self._native = _native.AgeReader(source, _natives(identities))
        except BaseException:
            self.close()
            raise

    def readable(self) -> bool:
        """Return True."""
        return True

    def seekable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Buffer) -> int:
        """Read some bytes into a buffer; return their number, 0 at the end."""
        self._check_open()
        with memoryview(buffer).cast("B") as out:
            found = self._native.read_at(self._at, len(out))
            out[: len(found)] = found
        self._at += len(found)
        return len(found)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Change the position and return it."""
        self._check_open()
        starts = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._native.len()}
        if whence not in starts:
            raise exc.ValueError(f"whence must be 0, 1 or 2, not {whence}")
        place = starts[whence] + offset
        if place < 0:
            raise exc.ValueError("the position must not be before the start")
        self._at = place
        return place

    def tell(self) -> int:
        """Return the position."""
        self._check_open()
        return self._at

    def close(self) -> None:
        """Close the reader. Also close the underlying file if this object opened it."""
        if self._own is not None:
            self._own.close()
        super().close()

    def _check_open(self) -> None:
        if self.closed:
            raise exc.ValueError("the file is closed")


def _bytes(text: str | Buffer) -> Buffer:
    return text.encode() if isinstance(text, str) else text


def _texts(to: Iterable[str]) -> list[str]:
    if isinstance(to, str):
        raise exc.TypeError("to must be a list of recipients, not a single one")
    return list(to)


def _natives(identities: Iterable[Identity | str]) -> list[_native.AgeIdentity]:
    if isinstance(identities, str | Identity):
        raise exc.TypeError("identities must be a list, not a single identity")
    made = [one if isinstance(one, Identity) else Identity(one) for one in identities]
    return [one._native for one in made]


def _work_factor(number: int, name: str) -> int:
    if not 1 <= number <= 30:
        raise exc.ValueError(f"{name} must be from 1 to 30, not {number}")
    return number
