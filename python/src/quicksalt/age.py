"""Files of age: encrypted to keys or with a passphrase, and read by every program of that format.

    from quicksalt import age

    identity = age.Identity.generate()
    sealed = age.encrypt(b"hello", [identity.recipient])
    assert age.decrypt(sealed, [identity]) == b"hello"

Recipients are texts, `age1...` or a line of OpenSSH's `ssh-ed25519 ...`; a passphrase that is text
is taken as UTF-8. Files of any length are worked on piece by piece by `encrypt_file` and
`decrypt_file`, which take paths and whatever has `read` or `write`; `open` reads an encrypted file
from any place.
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
"""The logarithm of scrypt's cost with which passphrases are stretched: 256 MiB."""

WORK_FACTOR_MAX = 22
"""The highest work factor that is followed unless more is allowed: 4 GiB."""


class Identity:
    """What opens files: a key or a passphrase. It shows nothing of itself."""

    def __init__(self, text: str | Buffer) -> None:
        """Read one identity: `AGE-SECRET-KEY-1...` or a private key file of OpenSSH."""
        found = _native.AgeIdentity.read(_bytes(text))
        if len(found) != 1:
            raise exc.ValueError(f"there must be one identity, not {len(found)}: use read")
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
        """Return the identities in the text of a file, as `age-keygen` and OpenSSH write it."""
        return [cls._of(native) for native in _native.AgeIdentity.read(_bytes(text))]

    @classmethod
    def passphrase(
        cls,
        passphrase: Passphrase | Callable[[], Passphrase],
        *,
        work_factor_max: int = WORK_FACTOR_MAX,
    ) -> Self:
        """Return what opens files that were encrypted with a passphrase.

        It may be a function, which is called if a file asks for it. A file that asks for more than
        the work factor is refused before any memory is taken.
        """
        most = _work_factor(work_factor_max, "work_factor_max")
        if callable(passphrase):
            ask = passphrase
            return cls._of(_native.AgeIdentity.asking(lambda: _bytes(ask()), most))
        return cls._of(_native.AgeIdentity.passphrase(_bytes(passphrase), most))

    @property
    def recipient(self) -> str:
        """The recipient that belongs to it, which is public."""
        return self._native.recipient()

    def to_text(self) -> str:
        """Return the secret text, `AGE-SECRET-KEY-1...`."""
        return self._native.text()

    def __reduce__(self) -> str:
        """Refuse: a pickle would hold the secret in the clear."""
        raise exc.TypeError("an identity is not pickled: use to_text")


def recipients(text: str) -> list[str]:
    """Return the recipients in the text of a file, one a line."""
    return _native.age_recipients(text)


def encrypt(
    data: Buffer,
    to: Iterable[str] = (),
    *,
    passphrase: Passphrase | None = None,
    work_factor: int = WORK_FACTOR,
    armored: bool = False,
) -> bytes:
    """Return a file of age: encrypted to recipients, or with a passphrase alone."""
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
    """As `encrypt`, from one path or file into another. A target of that path is replaced."""
    word = None if passphrase is None else _bytes(passphrase)
    factor = _work_factor(work_factor, "work_factor")
    with Opened(source, "rb") as from_, Opened(target, "wb", source) as into:
        _native.age_encrypt_file(from_, into, _texts(to), word, factor, armored)


def decrypt(data: Buffer, identities: Iterable[Identity | str]) -> bytes:
    """Return what a file of age holds, in armour or not.

    Raises `CryptoError` if no identity opens it, or if it is altered or cut off, and `FormatError`
    if it is malformed or of another format.
    """
    return _native.age_decrypt(data, _natives(identities))


def decrypt_file(
    source: Path | Readable,
    target: Path | Writable,
    identities: Iterable[Identity | str],
) -> None:
    """As `decrypt`, from one path or file into another.

    After an exception the target holds a part of the content at most, which must not be used.
    """
    with Opened(source, "rb") as from_, Opened(target, "wb", source) as into:
        _native.age_decrypt_file(from_, into, _natives(identities))


def open(  # noqa: A001
    source: Path | Seekable,
    identities: Iterable[Identity | str],
) -> Reader:
    """Return the content of a file of age, not in armour, as a file that is read from any place."""
    return Reader(source, identities)


class Reader(io.RawIOBase):
    """The content of an encrypted file. Its last chunk is checked at once, the others when read."""

    def __init__(
        self,
        source: Path | Seekable,
        identities: Iterable[Identity | str],
    ) -> None:
        """Open it; a path is opened and closed by this object."""
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
        """Read some bytes into a buffer; return how many, none at the end."""
        self._check_open()
        with memoryview(buffer).cast("B") as out:
            found = self._native.read_at(self._at, len(out))
            out[: len(found)] = found
        self._at += len(found)
        return len(found)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Go to a place and return it."""
        self._check_open()
        starts = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._native.len()}
        if whence not in starts:
            raise exc.ValueError(f"whence must be 0, 1 or 2, not {whence}")
        place = starts[whence] + offset
        if place < 0:
            raise exc.ValueError("the place must not be before the start")
        self._at = place
        return place

    def tell(self) -> int:
        """Return the place."""
        self._check_open()
        return self._at

    def close(self) -> None:
        """Close it, and the file if this object opened it."""
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
        raise exc.TypeError("to must be recipients, not one: put it into a list")
    return list(to)


def _natives(identities: Iterable[Identity | str]) -> list[_native.AgeIdentity]:
    if isinstance(identities, str | Identity):
        raise exc.TypeError("identities must be several: put one into a list")
    made = [one if isinstance(one, Identity) else Identity(one) for one in identities]
    return [one._native for one in made]


def _work_factor(number: int, name: str) -> int:
    if not 1 <= number <= 30:
        raise exc.ValueError(f"{name} must be from 1 to 30, not {number}")
    return number
