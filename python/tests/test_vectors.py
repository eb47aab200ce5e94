"""The published vectors in `vectors/`, on quicksalt and, to check the files, on peers."""

from __future__ import annotations

import ctypes
import hashlib
import hmac
import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import libnacl
import nacl.bindings
import pytest
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

import quicksalt.bindings
from quicksalt import _native, aes

VECTORS = Path(__file__).parents[2] / "vectors"

Library = ModuleType | SimpleNamespace

OURS = quicksalt.bindings
# PyNaCl, and libnacl for functions that PyNaCl lacks.
PEERS = SimpleNamespace(
    **{
        name: getattr(libnacl, name)
        for name in ("crypto_auth", "crypto_onetimeauth", "crypto_stream", "crypto_stream_xor")
    },
    **{name: value for name, value in vars(nacl.bindings).items() if name.startswith("crypto_")},
)


class Case:
    """A case of a vector file; bytes are hexadecimal."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields

    def __getitem__(self, field: str) -> bytes:
        return bytes.fromhex(self.fields[field])


def x25519(library: Library, case: Case) -> None:
    scalar, operation = case["scalar"], case.fields["operation"]
    if operation == "base":
        assert library.crypto_scalarmult_base(scalar) == case["result"]
    elif operation == "scalarmult":
        assert library.crypto_scalarmult(scalar, case["point"]) == case["result"]
    elif operation == "iterate":
        point = case["point"]
        for _ in range(case.fields["iterations"]):
            scalar, point = library.crypto_scalarmult(scalar, point), scalar
        assert scalar == case["result"]
    else:
        assert operation == "weak"
        with pytest.raises(RuntimeError):
            library.crypto_scalarmult(scalar, case["point"])


def ed25519(library: Library, case: Case) -> None:
    public_key, secret_key = library.crypto_sign_seed_keypair(case["seed"])
    if case.fields["operation"] == "sign":
        signed = case["signature"] + case["message"]
        assert public_key == case["public_key"]
        assert library.crypto_sign(case["message"], secret_key) == signed
        assert library.crypto_sign_open(signed, public_key) == case["message"]
    else:
        assert case.fields["operation"] == "to_x25519"
        public = library.crypto_sign_ed25519_pk_to_curve25519(public_key)
        assert public == case["public_x25519"]
        secret = library.crypto_sign_ed25519_sk_to_curve25519(secret_key)
        assert secret == case["secret_x25519"]


def sha256(library: Library, case: Case) -> None:
    message = case["message"] * case.fields.get("repeat", 1)
    assert library.crypto_hash_sha256(message) == case["digest"]


def sha512(library: Library, case: Case) -> None:
    message = case["message"] * case.fields.get("repeat", 1)
    assert library.crypto_hash_sha512(message) == case["digest"]


def ripemd160(_: object, case: Case) -> None:
    """The package lacks this function: Rust runs this file; OpenSSL checks it here if it can."""
    message = case["message"] * case.fields.get("repeat", 1)
    try:
        digest = hashlib.new("ripemd160", message).digest()
    except ValueError:
        pytest.skip("this OpenSSL lacks RIPEMD-160")
    assert digest == case["digest"]


def argon2(_: object, case: Case) -> None:
    """The package lacks Argon2 with lanes: Rust runs this file; OpenSSL checks it if it can."""
    module = pytest.importorskip("cryptography.hazmat.primitives.kdf.argon2")
    cost = case.fields
    try:
        derive = getattr(module, f"Argon2{cost['kind']}")(
            salt=case["salt"],
            length=len(case["tag"]),
            iterations=cost["passes"],
            lanes=cost["lanes"],
            memory_cost=cost["memory_kib"],
            ad=case["data"] or None,
            secret=case["secret"] or None,
        )
    except UnsupportedAlgorithm:
        pytest.skip("this OpenSSL lacks Argon2")
    assert derive.derive(case["passphrase"]) == case["tag"]


def scrypt(library: Library, case: Case) -> None:
    cost = (case.fields[name] for name in ("n", "r", "p"))
    derive = library.crypto_pwhash_scryptsalsa208sha256_ll
    assert derive(case["password"], case["salt"], *cost) == case["key"]


def shake(name: str) -> Callable[[object, Case], None]:
    def check(_: object, case: Case) -> None:
        """CPython checks the file; Rust runs it on every candidate."""
        length = case.fields["length"]
        assert getattr(hashlib, name)(case["message"]).digest(length) == case["output"]
        function = getattr(OURS, f"crypto_xof_{name.replace('_', '')}")
        assert function(case["message"], length) == case["output"]

    return check


def hmac_sha512_256(library: Library, case: Case) -> None:
    assert library.crypto_auth(case["message"], case["key"]) == case["tag"]


def hmac_tag(name: str) -> Callable[[object, Case], None]:
    """The package's states take keys of any length; CPython checks the file."""

    def check(_: object, case: Case) -> None:
        assert hmac.digest(case["key"], case["message"], name) == case["tag"]
        state = getattr(OURS, f"crypto_auth_hmac{name}_init")(case["key"])
        getattr(OURS, f"crypto_auth_hmac{name}_update")(state, case["message"])
        assert getattr(OURS, f"crypto_auth_hmac{name}_final")(state) == case["tag"]

    return check


def siphash(name: str) -> Callable[[Library, Case], None]:
    def check(library: Library, case: Case) -> None:
        function = getattr(library, f"crypto_shorthash_{name}")
        assert function(case["message"], case["key"]) == case["tag"]

    return check


def derived_by_hkdf(_: object, case: Case) -> None:
    prk, info, okm = case["prk"], case["info"], case["okm"]
    assert hmac.digest(case["salt"], case["ikm"], "sha256") == prk
    assert OURS.crypto_kdf_hkdf_sha256_extract(case["salt"], case["ikm"]) == prk
    assert OURS.crypto_kdf_hkdf_sha256_expand(len(okm), info, prk) == okm


def derived_by_pbkdf2(_: object, case: Case) -> None:
    count, size = case.fields["iterations"], len(case["key"])
    assert hashlib.pbkdf2_hmac("sha256", case["password"], case["salt"], count) == case["key"][:32]
    assert _native.pbkdf2_hmac_sha256(case["password"], case["salt"], count, size) == case["key"]


def sha3(_: object, case: Case) -> None:
    name = case.fields["hash"]
    assert hashlib.new(name, case["message"]).digest() == case["digest"]
    function = getattr(OURS, f"crypto_hash_{name.replace('_', '')}")
    assert function(case["message"]) == case["digest"]


def turboshake(_: object, case: Case) -> None:
    """CPython lacks TurboSHAKE, so only the package's own functions run."""
    domain, size = case.fields["domain"], len(case["output"])
    if "ones" in case.fields:
        message = b"\xff" * case.fields["ones"]
    else:
        message = bytes(i % 251 for i in range(case.fields["length"]))
        assert domain == OURS.crypto_xof_turboshake128_DOMAIN_STANDARD
        function = getattr(OURS, f"crypto_xof_{case.fields['hash']}")
        assert function(message, size) == case["output"]
    xof = getattr(_native.Xof, case.fields["hash"])(domain)
    xof.update(message)
    assert xof.squeeze(size) == case["output"]


def blake2b(library: Library, case: Case) -> None:
    digest = library.crypto_generichash_blake2b_salt_personal(
        case["message"], case.fields["length"], case["key"], case["salt"], case["personal"]
    )
    assert digest == case["digest"]


def poly1305(library: Library, case: Case) -> None:
    assert library.crypto_onetimeauth(case["message"], case["key"]) == case["tag"]


def xsalsa20(library: Library, case: Case) -> None:
    nonce, key = case["nonce"], case["key"]
    if case.fields["operation"] == "xor":
        ciphertext = library.crypto_stream_xor(case["message"], nonce, key)
        assert ciphertext[case.fields["skip"] :] == case["ciphertext"]
        return
    stream = library.crypto_stream(case.fields["length"], nonce, key)
    if "sha256" in case.fields:
        assert hashlib.sha256(stream).digest() == case["sha256"]
    else:
        assert stream == case["keystream"]


def salsa20(library: Library, case: Case) -> None:
    name = {12: "crypto_stream_salsa2012", 20: "crypto_stream_salsa20"}[case.fields["rounds"]]
    length = case.fields["length"]
    if library is OURS:
        stream = getattr(OURS, name)(length, case["nonce"], case["key"])
    else:
        out = ctypes.create_string_buffer(length)
        size = ctypes.c_ulonglong(length)
        assert getattr(libnacl.nacl, name)(out, size, case["nonce"], case["key"]) == 0
        stream = out.raw
    if "sha256" in case.fields:
        assert hashlib.sha256(stream).digest() == case["sha256"]
    else:
        assert stream == case["keystream"]


def cores(library: Library, case: Case) -> None:
    name, arguments = f"crypto_core_{case.fields['function']}", ("input", "key", "constants")
    values = [case[argument] for argument in arguments]
    if library is OURS:
        assert getattr(OURS, name)(*values) == case["output"]
    else:
        out = ctypes.create_string_buffer(len(case["output"]))
        assert getattr(libnacl.nacl, name)(out, *values) == 0
        assert out.raw == case["output"]


def xsalsa20poly1305(library: Library, case: Case) -> None:
    nonce, key = case["nonce"], case["key"]
    assert library.crypto_secretbox(case["message"], nonce, key) == case["boxed"]
    assert library.crypto_secretbox_open(case["boxed"], nonce, key) == case["message"]


def secretbox_xchacha20poly1305(library: Library, case: Case) -> None:
    """Python peers lack this function; libsodium, which libnacl loads, has it."""
    message, nonce, key = case["message"], case["nonce"], case["key"]
    if library is OURS:
        assert OURS.crypto_secretbox_xchacha20poly1305_easy(message, nonce, key) == case["boxed"]
        opened = OURS.crypto_secretbox_xchacha20poly1305_open_easy(case["boxed"], nonce, key)
        assert opened == message
    else:
        out = ctypes.create_string_buffer(len(case["boxed"]))
        length = ctypes.c_ulonglong(len(message))
        seal = libnacl.nacl.crypto_secretbox_xchacha20poly1305_easy
        assert seal(out, message, length, nonce, key) == 0
        assert out.raw == case["boxed"]


def sealed(name: str) -> Callable[[Library, Case], None]:
    def check(library: Library, case: Case) -> None:
        aad, nonce, key = case["additional_data"], case["nonce"], case["key"]
        sealed = case["ciphertext"] + case["tag"]
        seal = getattr(library, f"crypto_aead_{name}_encrypt")
        unseal = getattr(library, f"crypto_aead_{name}_decrypt")
        assert seal(case["message"], aad, nonce, key) == sealed
        assert unseal(sealed, aad, nonce, key) == case["message"]

    return check


def box(library: Library, case: Case) -> None:
    nonce, keys = case["nonce"], (case["public_key"], case["secret_key"])
    assert library.crypto_box_beforenm(*keys) == case["shared_key"]
    assert library.crypto_box(case["message"], nonce, *keys) == case["boxed"]
    assert library.crypto_box_open(case["boxed"], nonce, *keys) == case["message"]


def aes_modes(_: object, case: Case) -> None:
    """Run the package's functions, and OpenSSL to check the file."""
    key, iv, message, hidden = (case[name] for name in ("key", "iv", "message", "ciphertext"))
    mode = case.fields["mode"]
    if mode == "gcm":
        aad, sealed = case["additional_data"], hidden + case["tag"]
        assert aes.gcm_encrypt(message, aad, iv, key) == sealed
        assert aes.gcm_decrypt(sealed, aad, iv, key) == message
        assert AESGCM(key).encrypt(iv, message, aad) == sealed
    elif mode == "ctr":
        assert aes.ctr_xor(message, iv, key) == hidden
        assert Cipher(algorithms.AES(key), modes.CTR(iv)).encryptor().update(message) == hidden
    else:
        assert aes.cbc_encrypt(message, iv, key)[: len(hidden)] == hidden
        assert Cipher(algorithms.AES(key), modes.CBC(iv)).encryptor().update(message) == hidden


def chacha20(_: object, case: Case) -> None:
    """The package lacks this function: Rust runs this file; OpenSSL checks it here."""
    counter = case.fields["counter"].to_bytes(4, "little")
    cipher = Cipher(algorithms.ChaCha20(case["key"], counter + case["nonce"]), None)
    assert cipher.encryptor().update(case["message"]) == case["ciphertext"]


CHECKS: dict[str, Callable[[Library, Case], None]] = {
    "aegis128l": sealed("aegis128l"),
    "aegis256": sealed("aegis256"),
    "aes": aes_modes,
    "argon2": argon2,
    "blake2b": blake2b,
    "box": box,
    "chacha20": chacha20,
    "chacha20poly1305": sealed("chacha20poly1305"),
    "chacha20poly1305-ietf": sealed("chacha20poly1305_ietf"),
    "cores": cores,
    "ed25519": ed25519,
    "hkdf": derived_by_hkdf,
    "hmac-sha256": hmac_tag("sha256"),
    "hmac-sha512": hmac_tag("sha512"),
    "hmac-sha512-256": hmac_sha512_256,
    "pbkdf2": derived_by_pbkdf2,
    "poly1305": poly1305,
    "ripemd160": ripemd160,
    "salsa20": salsa20,
    "scrypt": scrypt,
    "secretbox-xchacha20poly1305": secretbox_xchacha20poly1305,
    "sha256": sha256,
    "sha512": sha512,
    "sha3": sha3,
    "shake128": shake("shake_128"),
    "shake256": shake("shake_256"),
    "siphash24": siphash("siphash24"),
    "siphashx24": siphash("siphashx24"),
    "turboshake": turboshake,
    "x25519": x25519,
    "xchacha20poly1305": sealed("xchacha20poly1305_ietf"),
    "xsalsa20": xsalsa20,
    "xsalsa20poly1305": xsalsa20poly1305,
}


@pytest.mark.parametrize("library", [OURS, PEERS], ids=["quicksalt", "peers"])
@pytest.mark.parametrize("name", CHECKS)
def test_every_case(name: str, library: Library) -> None:
    file = json.loads((VECTORS / f"{name}.json").read_text())
    executed = 0
    for fields in file["tests"]:
        CHECKS[name](library, Case(fields))
        executed += 1
    assert executed == file["count"] > 0
    assert f"| `{name}.json` | {executed} |" in (VECTORS / "VECTORS.md").read_text()


GROUPS = ("edwards25519", "edwards25519-strings", "ristretto255")


def test_every_file_is_checked() -> None:
    """Ed25519 verdicts and groups have separate tests; X-Wing is not in the package."""
    files = {path.stem for path in VECTORS.glob("*.json")}
    assert files == {*CHECKS, *GROUPS, "ed25519-verdicts", "ipcrypt", "xwing"}
