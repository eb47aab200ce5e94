"""All error messages for unusable files and keys, collected in one file."""

from __future__ import annotations

import io
from pathlib import Path

from quicksalt import age, minisign, openssl
from quicksalt import exceptions as exc
from quicksalt.files import aes_bigint
from tests import golden
from tests.golden import Refusal

from .test_age import OTHER_FORMATS
from .test_minisign import CHEAP

IDENTITY = age.Identity.generate()
SEALED = age.encrypt(b"hello", [IDENTITY.recipient])
BY_WORD = age.encrypt(b"hello", passphrase="x", work_factor=5)
KEY = minisign.SecretKey.generate()
LOCKED = KEY.to_text("word", **CHEAP)
KAESAR = (
    b"##### -*- mode: kaesar; kaesar-mode-meta-alist: "
    b'((version . "0.9.4") (coding-system . utf-8-unix) '
    b'(algorithm . "aes-256-cbc") (mode . (lambda ()))); -*- \n'
)


def opened(sealed: bytes, *identities: age.Identity) -> object:
    return age.decrypt(sealed, identities or [IDENTITY])


def word(text: str, most: int | None = None) -> age.Identity:
    return age.Identity.passphrase(text, **({} if most is None else {"work_factor_max": most}))


def in_place() -> object:
    Path("file").write_bytes(b"content")
    return age.encrypt_file(Path("file"), Path("file"), [IDENTITY.recipient])


def openssl_in_place() -> object:
    Path("file").write_bytes(b"content")
    return openssl.encrypt_file(Path("file"), Path("file"), "word")


def ambiguous() -> object:
    sealed = openssl.encrypt(bytes(range(256)) * 4097, "word")
    return openssl.decrypt_file(io.BytesIO(sealed), io.BytesIO(), "word")


REFUSALS = [
    *(Refusal(age.FormatError, t, lambda s=start: opened(s)) for start, t in OTHER_FORMATS),  # type: ignore[misc]
    Refusal(exc.CryptoError, "", lambda: opened(SEALED, age.Identity.generate())),
    Refusal(exc.CryptoError, "", lambda: opened(BY_WORD, word("other"))),
    Refusal(exc.CryptoError, "passphrase", lambda: opened(BY_WORD)),
    Refusal(age.FormatError, "factor 5", lambda: opened(BY_WORD, word("x", 4))),
    Refusal(
        age.FormatError,
        "40",
        lambda: opened(BY_WORD.replace(b" 5\n", b" 40\n"), word("x", 30)),
    ),
    Refusal(exc.ValueError, "30", lambda: age.encrypt(b"", passphrase="x", work_factor=31)),
    Refusal(exc.CryptoError, "", lambda: opened(SEALED[:-1])),
    Refusal(exc.ValueError, "secret", lambda: age.recipients(IDENTITY.to_text())),
    Refusal(exc.ValueError, "post-quantum", lambda: age.recipients("age1pq1abc")),
    Refusal(exc.ValueError, "RSA", lambda: age.recipients("ssh-rsa AAAA")),
    Refusal(exc.ValueError, "malformed", lambda: age.recipients(IDENTITY.recipient[:-1])),
    Refusal(exc.ValueError, "a recipient", lambda: age.recipients("")),
    Refusal(exc.ValueError, "public", lambda: age.Identity(IDENTITY.recipient)),
    Refusal(exc.ValueError, "post-quantum", lambda: age.Identity("AGE-SECRET-KEY-PQ-1ABC")),
    Refusal(exc.ValueError, "plugin", lambda: age.Identity("AGE-PLUGIN-YUBIKEY-1ABC")),
    Refusal(exc.ValueError, "line 1", lambda: age.Identity(IDENTITY.to_text()[:-1])),
    Refusal(exc.ValueError, "an identity", lambda: age.Identity("# nothing\n")),
    Refusal(exc.ValueError, "both", lambda: age.encrypt(b"", [IDENTITY.recipient], passphrase="x")),
    Refusal(exc.ValueError, "recipient", lambda: age.encrypt(b"")),
    Refusal(
        TypeError,
        "source",
        lambda: age.encrypt_file(1, io.BytesIO(), [IDENTITY.recipient]),  # type: ignore[arg-type]
    ),
    Refusal(exc.ValueError, "target", in_place),
    Refusal(ValueError, "target", openssl_in_place),
    Refusal(exc.BadSignatureError, "", lambda: verify(b"other")),
    Refusal(exc.CryptoError, "passphrase", lambda: minisign.SecretKey(LOCKED, "other")),
    Refusal(exc.CryptoError, "passphrase", lambda: minisign.SecretKey(LOCKED)),
    Refusal(minisign.FormatError, "public", lambda: minisign.SecretKey(KEY.public_key)),
    Refusal(minisign.FormatError, "public", lambda: minisign.key_id(KEY.to_text())),
    Refusal(
        minisign.FormatError,
        "2048 MiB",
        lambda: KEY.to_text("word", opslimit=1 << 25, memlimit=1 << 40),
    ),
    Refusal(exc.ValueError, "line", lambda: KEY.sign(io.BytesIO(), trusted_comment="a\nb")),
    Refusal(TypeError, "data", lambda: KEY.sign_data(None, trusted_comment="")),  # type: ignore[arg-type]
    Refusal(TypeError, "data", lambda: openssl.encrypt(None, "word")),  # type: ignore[arg-type]
    Refusal(openssl.FormatError, "kaesar-mode", lambda: openssl.decrypt(KAESAR, "word")),
    Refusal(openssl.FormatError, "empty", lambda: openssl.decrypt(b"", "word")),
    Refusal(openssl.FormatError, "PGP", lambda: openssl.decrypt(OTHER_FORMATS[1][0], "word")),
    Refusal(openssl.FormatError, "age", lambda: openssl.decrypt(SEALED, "word")),
    Refusal(openssl.FormatError, "openssl", lambda: openssl.decrypt(b"text", "word")),
    Refusal(openssl.FormatError, "truncated", lambda: openssl.decrypt(b"Salted__123", "word")),
    Refusal(exc.ValueError, "cipher", lambda: openssl.encrypt(b"", "word", cipher="ecb")),
    Refusal(exc.ValueError, "derivation", lambda: openssl.encrypt(b"", "word", kdf="sha1")),
    Refusal(exc.ValueError, "iterations", lambda: openssl.encrypt(b"", "word", iterations=0)),
    Refusal(
        exc.CryptoError,
        "",
        lambda: openssl.decrypt(b"Salted__" + bytes(25), "word", kdf="pbkdf2"),
    ),
    Refusal(exc.CryptoError, "", ambiguous),
    Refusal(ValueError, "key", lambda: aes_bigint.ctr(b"short", bytes(16), b"")),
    Refusal(ValueError, "blocks", lambda: aes_bigint.cbc_decrypt(bytes(16), bytes(16), b"x")),
]


def verify(data: bytes) -> object:
    return minisign.verify_data(KEY.public_key, data, KEY.sign_data(b"m", trusted_comment="x"))


test_each, test_texts = golden.tests_of(Path(__file__).with_name("refusals.txt"), REFUSALS)
