"""minisign signatures: Ed25519 over a file's BLAKE2b digest, with a signed comment.

    from quicksalt import minisign

    key = minisign.SecretKey.generate()
    signature = key.sign_data(b"hello", trusted_comment="version 1")
    assert minisign.verify_data(key.public_key, b"hello", signature) == "version 1"

All functions read and write the text of minisign's files. They verify legacy signatures, which sign
the file instead of its digest, but create only new signatures.
"""

from __future__ import annotations

from quicksalt import _native
from quicksalt import exceptions as exc
from quicksalt.files.errors import FormatError as FormatError
from quicksalt.files.opened import Opened, in_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import Self

    from typing_extensions import Buffer

    from quicksalt.files.protocols import Readable

    Path = str | os.PathLike[str]

OPSLIMIT = 1 << 25
"""The scrypt work for a passphrase, minisign's default."""

MEMLIMIT = 1 << 30
"""The scrypt memory for a passphrase, in bytes."""


class SecretKey:
    """A secret key for signing. Its `repr` does not reveal the key."""

    def __init__(self, text: str | Buffer, passphrase: str | Buffer | None = None) -> None:
        """Read a secret key file; raises `CryptoError` if the passphrase is wrong or missing."""
        word = None if passphrase is None else _bytes(passphrase)
        self._native = _native.MinisignSecretKey.read(_bytes(text), word)

    @classmethod
    def generate(cls) -> Self:
        """Generate a new key."""
        made = cls.__new__(cls)
        made._native = _native.MinisignSecretKey.generate()
        return made

    @classmethod
    def open_and_sign(
        cls,
        text: str | Buffer,
        passphrase: str | Buffer | None,
        source: Path | Readable,
        *,
        trusted_comment: str,
        untrusted_comment: str = "signature by quicksalt",
    ) -> tuple[Self, str]:
        """Read a secret key file and sign; return the key and the text of the signature file.

        Deriving the key from the passphrase takes seconds. For a regular file, the file is hashed
        in parallel.
        """
        word = None if passphrase is None else _bytes(passphrase)
        made = cls.__new__(cls)
        with Opened(source, "rb") as from_:
            made._native, signature = _native.MinisignSecretKey.read_and_sign(
                _bytes(text), word, from_, trusted_comment, untrusted_comment
            )
        return made, signature.decode()

    @property
    def public_key(self) -> str:
        """The text of the public key file."""
        return self._native.public_text().decode()

    def to_text(
        self,
        passphrase: str | Buffer | None = None,
        *,
        opslimit: int = OPSLIMIT,
        memlimit: int = MEMLIMIT,
    ) -> str:
        """Return the text of the secret key file, encrypted if a passphrase is given."""
        word = None if passphrase is None else _bytes(passphrase)
        return self._native.text(word, opslimit, memlimit).decode()

    def sign(
        self,
        source: Path | Readable,
        *,
        trusted_comment: str,
        untrusted_comment: str = "signature by quicksalt",
    ) -> str:
        """Sign a path or file object; return the text of the signature file."""
        with Opened(source, "rb") as from_:
            return self._native.sign(from_, trusted_comment, untrusted_comment).decode()

    def sign_data(
        self,
        data: Buffer,
        *,
        trusted_comment: str,
        untrusted_comment: str = "signature by quicksalt",
    ) -> str:
        """Sign bytes; return the text of the signature file."""
        return self.sign(
            in_memory(data, "data"),
            trusted_comment=trusted_comment,
            untrusted_comment=untrusted_comment,
        )

    def __reduce__(self) -> str:
        """Refuse pickling: a pickle would contain the unencrypted secret."""
        raise exc.TypeError("a secret key cannot be pickled: use to_text")


def verify(public_key: str | Buffer, source: Path | Readable, signature: str | Buffer) -> str:
    """Verify the signature of a path or file object and return its trusted comment.

    Raises `BadSignatureError` if the signature is invalid or made by another key, and `FormatError`
    if it is not a minisign signature.
    """
    with Opened(source, "rb") as from_:
        return _native.minisign_verify(_bytes(public_key), from_, _bytes(signature))


def verify_data(public_key: str | Buffer, data: Buffer, signature: str | Buffer) -> str:
    """Verify the signature of bytes, like `verify`."""
    return verify(public_key, in_memory(data, "data"), signature)


def key_id(public_key: str | Buffer) -> str:
    """Return the key ID of a public key, as minisign prints it."""
    return _native.minisign_key_id(_bytes(public_key))


def is_encrypted(text: str | Buffer) -> bool:
    """Return whether a secret key file is encrypted with a passphrase."""
    return _native.minisign_is_encrypted(_bytes(text))


def _bytes(text: str | Buffer) -> Buffer:
    return text.encode() if isinstance(text, str) else text
