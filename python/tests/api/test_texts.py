"""All error messages for invalid arguments and forgeries, collected in one file."""

from __future__ import annotations

import base64
import io
import pickle
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives import serialization as peer
from cryptography.hazmat.primitives.asymmetric import ed25519

import quicksalt
from quicksalt import _native, aes, bindings, hkdf, kdf, keys, pwhash, secret, secretstream, xof
from quicksalt import exceptions as exc
from quicksalt.bindings import crypto_pwhash
from quicksalt.public import PrivateKey, PublicKey
from quicksalt.ristretto255 import Point, Scalar
from quicksalt.signing import SigningKey, VerifyKey
from tests import golden
from tests.golden import Refusal

from . import test_batches

KEY, NONCE, M = bytes(32), bytes(24), b"m"
SIGNER = SigningKey(KEY)
PUBLIC, SECRET = bindings.crypto_sign_seed_keypair(KEY)
PH = bindings.crypto_sign_ed25519ph_state
ENCRYPTED = ed25519.Ed25519PrivateKey.from_private_bytes(KEY).private_bytes(
    peer.Encoding.PEM, peer.PrivateFormat.PKCS8, peer.BestAvailableEncryption(b"x")
)
BOX = secret.SecretBox(KEY)
Call = Callable[[], object]


def ours(name: str, *arguments: Any) -> Call:
    return partial(getattr(bindings, name), *arguments)


def openssh_encrypted() -> bytes:
    """Return a key file that names a cipher."""
    begin, *lines, end = keys.to_openssh(SIGNER).splitlines()
    body = base64.b64decode(b"".join(lines)).replace(b"\4none", b"\x0aaes256-ctr", 1)
    return b"\n".join([begin, base64.b64encode(body), end, b""])


def taken() -> object:
    state = bindings.crypto_onetimeauth_init(KEY)
    bindings.crypto_onetimeauth_final(state)
    return bindings.crypto_onetimeauth_final(state)


def ended() -> object:
    state = xof.shake_128(M)
    state.read(1)
    return state.update(M)


def under(policy: str, call: Call) -> Call:
    """Make a call under a policy."""

    def barred() -> object:
        quicksalt.set_policy(policy)  # type: ignore[arg-type]
        try:
            return call()
        finally:
            quicksalt.set_policy("fastest")

    return barred


def forced() -> object:
    quicksalt.use("sha256", "portable")
    try:
        return quicksalt.set_policy("verified")
    finally:
        quicksalt.use("sha256", "auto")


def cut_stream() -> object:
    file = io.BytesIO()
    writer = secretstream.Writer(file, KEY, chunk_size=4)
    writer.write(b"0123456789")
    writer.abandon()
    return secretstream.Reader(io.BytesIO(file.getvalue()), KEY, chunk_size=4).read()


def forged(count: int) -> list[bytes]:
    return list(SigningKey(b"1" * 32).sign_many([M] * count))


def into(buffer: Any) -> Call:
    return partial(BOX.encrypt_into, buffer, M)


XOR, XOR_IC = "crypto_stream_chacha20_ietf_xor", "crypto_stream_chacha20_ietf_xor_ic"
KECCAK = "crypto_core_keccak1600"
PULL = "crypto_secretstream_xchacha20poly1305_state"
REFUSALS = [
    *(Refusal(error, name, call) for call, error, name in test_batches.REFUSALS),
    Refusal(exc.BadSignatureError, " 0", lambda: SIGNER.verify_key.verify_many(forged(1))),
    Refusal(exc.BadSignatureError, "54", lambda: SIGNER.verify_key.verify_many(forged(64))),
    Refusal(exc.CryptoError, "0, 1", lambda: BOX.decrypt_many([b"", bytes(50)])),
    Refusal(exc.ValueError, "nonce", ours(XOR, M, NONCE, KEY)),
    Refusal(exc.ValueError, "key", ours(XOR, M, bytes(12), KEY[1:])),
    Refusal(TypeError, "message", ours(XOR, "m", bytes(12), KEY)),
    Refusal(exc.ValueError, "ic", ours(XOR_IC, M, bytes(12), -1, KEY)),
    Refusal(exc.TypeError, "ic", ours(XOR_IC, M, bytes(12), "1", KEY)),
    Refusal(exc.ValueError, "32", ours(XOR_IC, bytes(65), bytes(12), 2**32 - 1, KEY)),
    Refusal(exc.ValueError, "0", ours("crypto_stream", -1, NONCE, KEY)),
    Refusal(exc.ValueError, "constants", ours("crypto_core_hsalsa20", bytes(16), KEY, M)),
    Refusal(exc.ValueError, "state", ours(f"{KECCAK}_extract_bytes", bytes(200), 199, 2)),
    Refusal(exc.ValueError, "state", ours(f"{KECCAK}_xor_bytes", bytes(200), bytes(2), 199)),
    Refusal(
        exc.ValueError, "mac", ours("crypto_aead_aegis256_decrypt_detached", M, M, None, KEY, KEY)
    ),
    Refusal(exc.CryptoError, "", ours("crypto_aead_aegis256_decrypt", bytes(32), None, KEY, KEY)),
    Refusal(exc.TypeError, "_init", ours("crypto_kdf_hkdf_sha256_extract_update", b"", b"")),
    Refusal(exc.TypeError, "_init", ours("crypto_hash_sha256_update", b"", b"")),
    Refusal(exc.TypeError, "_init", ours("crypto_onetimeauth_update", b"", b"")),
    Refusal(exc.CryptoError, "", ours("crypto_auth_hmacsha256_verify", KEY, M, KEY)),
    Refusal(exc.ValueError, "key", ours("crypto_auth_hmacsha256", M, KEY[1:])),
    Refusal(exc.ValueError, "token", ours("crypto_auth_hmacsha256_verify", M, M, KEY)),
    Refusal(exc.ValueError, "8160", lambda: hkdf.derive(KEY, 8161)),
    Refusal(exc.ValueError, "32", lambda: hkdf.expand(KEY[1:], 1)),
    Refusal(exc.ValueError, "md5", lambda: hkdf.derive(KEY, 32, hash_name="md5")),  # type: ignore[arg-type]
    Refusal(exc.ValueError, "15", lambda: kdf.derive_from_key(15, 1, b"contexts", KEY)),
    Refusal(exc.ValueError, "subkey_id", lambda: kdf.derive_from_key(32, -1, b"contexts", KEY)),
    Refusal(exc.TypeError, "subkey_id", lambda: kdf.derive_from_key(32, "1", b"contexts", KEY)),  # type: ignore[arg-type]
    Refusal(exc.ValueError, "ctx", lambda: kdf.derive_from_key(32, 1, b"context", KEY)),
    Refusal(exc.ValueError, "iterations", lambda: kdf.pbkdf2(b"p", b"s", 0)),
    Refusal(exc.ValueError, "iterations", lambda: kdf.pbkdf2(b"p", b"s", -1)),
    Refusal(exc.ValueError, "out", lambda: kdf.pbkdf2(b"p", b"s", 1, 0)),
    Refusal(exc.ValueError, "md5", lambda: kdf.pbkdf2(b"p", b"s", 1, hash_name="md5")),  # type: ignore[arg-type]
    Refusal(
        exc.ValueError, "encrypted", lambda: keys.from_openssh(openssh_encrypted(), SigningKey)
    ),
    Refusal(exc.ValueError, "encrypted", lambda: keys.from_pem(ENCRYPTED, SigningKey)),
    Refusal(exc.ValueError, "ssh-ed25519", lambda: keys.from_openssh(b"ssh-rsa AA", VerifyKey)),
    Refusal(exc.ValueError, "private", lambda: keys.from_pem(keys.to_pem(SIGNER), VerifyKey)),
    Refusal(
        exc.ValueError,
        "public",
        lambda: keys.from_pem(keys.to_pem(SIGNER.verify_key), SigningKey),
    ),
    Refusal(exc.ValueError, "PrivateKey", lambda: keys.from_pem(keys.to_pem(SIGNER), PrivateKey)),
    Refusal(
        exc.ValueError,
        "PublicKey",
        lambda: keys.from_pem(keys.to_pem(SIGNER.verify_key), PublicKey),
    ),
    Refusal(exc.ValueError, "OpenSSH", lambda: keys.from_pem(keys.to_openssh(SIGNER), SigningKey)),
    Refusal(exc.ValueError, "PEM", lambda: keys.from_pem(keys.to_pem(SIGNER) * 2, SigningKey)),
    Refusal(exc.ValueError, "PEM", lambda: keys.from_pem(b"", SigningKey)),
    Refusal(exc.ValueError, "comment", lambda: keys.to_openssh(SIGNER, "two\nlines")),
    Refusal(exc.TypeError, "key", lambda: keys.to_pem(b"key")),  # type: ignore[arg-type]
    Refusal(exc.TypeError, "PrivateKey", lambda: keys.to_openssh(PrivateKey(KEY))),  # type: ignore[arg-type]
    Refusal(exc.TypeError, "pem", lambda: keys.from_pem(5, SigningKey)),  # type: ignore[arg-type]
    Refusal(exc.TypeError, "kind", lambda: keys.from_pem(b"", bytes)),  # type: ignore[type-var]
    Refusal(exc.TypeError, "kind", lambda: keys.from_openssh(b"", PrivateKey)),  # type: ignore[type-var]
    Refusal(exc.InvalidkeyError, "", lambda: pwhash.verify(b"$argon2id$v=19$", b"p")),
    Refusal(exc.ValueError, "opslimit", lambda: crypto_pwhash._check_argon2_limits_alg(2, 8192, 1)),
    Refusal(
        exc.ValueError, "p*r", lambda: crypto_pwhash._check_memory_occupation(2, 1 << 15, 1 << 15)
    ),
    Refusal(
        exc.BadSignatureError,
        "",
        ours("crypto_sign_ed25519ph_final_verify", PH(), bytes(64), PUBLIC),
    ),
    Refusal(TypeError, "state", ours("crypto_sign_ed25519ph_update", b"", b"")),
    Refusal(TypeError, "64", ours("crypto_sign_ed25519ph_final_create", PH(), SECRET[1:])),
    Refusal(TypeError, "64", ours("crypto_sign_ed25519ph_final_verify", PH(), M, PUBLIC)),
    Refusal(TypeError, "32", ours("crypto_sign_ed25519ph_final_verify", PH(), bytes(64), b"")),
    Refusal(TypeError, "Blake2State", ours("crypto_generichash_blake2b_final", b"")),
    Refusal(TypeError, "Key", ours("crypto_generichash_blake2b_init", "key")),
    Refusal(exc.RuntimeError, "", taken),
    Refusal(exc.ValueError, "key", ours("crypto_onetimeauth_init", KEY[1:])),
    Refusal(TypeError, "", lambda: pickle.dumps(bindings.crypto_onetimeauth_init(KEY))),
    Refusal(TypeError, "SigningKey", lambda: pickle.dumps(SIGNER)),
    Refusal(TypeError, "Scalar", lambda: pickle.dumps(Scalar(KEY))),
    Refusal(TypeError, "sha256", lambda: pickle.dumps(quicksalt.hashlib.sha256())),
    Refusal(exc.CryptoError, "", lambda: list(secretstream.decrypt(KEY, [NONCE, bytes(20)]))),
    Refusal(exc.CryptoError, "", cut_stream),
    Refusal(exc.ValueError, "52", lambda: getattr(_native, PULL)().restore(bytes(51))),
    Refusal(exc.ValueError, "alg", ours("crypto_core_ed25519_from_string", b"c", M, 3)),
    Refusal(exc.ValueError, "scalar", lambda: Scalar(b"\xff" * 32)),
    Refusal(exc.ValueError, "", lambda: Point(b"\xff" * 32)),
    Refusal(exc.ValueError, "encoding", lambda: Point(bytes(31))),
    Refusal(exc.TypeError, "encoding", lambda: Point(32)),  # type: ignore[arg-type]
    Refusal(exc.TypeError, "scalar", lambda: Point.base(KEY)),  # type: ignore[arg-type]
    Refusal(exc.ValueError, "digest", lambda: Point.from_hash(KEY)),
    Refusal(exc.ValueError, "", lambda: Point.base(Scalar(KEY))),
    Refusal(exc.ValueError, "", lambda: Scalar(KEY).inverse()),
    Refusal(exc.ValueError, "buffer", into(bytearray(6))),
    Refusal(exc.ValueError, "buffer", lambda: BOX.decrypt_into(bytearray(), BOX.encrypt(M))),
    Refusal(TypeError, "buffer", into(b"x" * 100)),
    Refusal(TypeError, "str", into("x" * 100)),
    Refusal(BufferError, "buffer", into(memoryview(bytearray(200))[::2])),
    Refusal(exc.RuntimeError, "message", ended),
    Refusal(exc.ValueError, "domain", lambda: xof.turboshake_128(M, domain=0)),
    Refusal(exc.TypeError, "domain", lambda: xof.turboshake_128(M, domain="1")),  # type: ignore[arg-type]
    Refusal(exc.CryptoError, "", lambda: aes.gcm_decrypt(M, None, bytes(12), bytes(16))),
    Refusal(TypeError, "key", lambda: aes.cbc_decrypt(M, bytes(16), "k")),  # type: ignore[arg-type]
    Refusal(ValueError, "key", lambda: aes.cbc_decrypt(M, bytes(16), M)),
    Refusal(ValueError, "iv", lambda: aes.cbc_decrypt(M, M, KEY)),
    Refusal(exc.ValueError, "expected", lambda: quicksalt.use("nothing", "portable")),
    Refusal(exc.ValueError, "quickest", lambda: quicksalt.set_policy("quickest")),  # type: ignore[arg-type]
    Refusal(exc.UnavailableError, "sha256", under("verified", ours("crypto_hash_sha256", M))),
    Refusal(exc.ValueError, "", under("verified", lambda: quicksalt.use("sha256", "portable"))),
    Refusal(exc.ValueError, "sha256.hash", forced),
    Refusal(exc.ValueError, "32", lambda: secret.Aead(KEY[1:])),
    Refusal(exc.ValueError, "", ours("crypto_sign", M, SECRET[:32] + KEY)),
]


test_each, test_texts = golden.tests_of(Path(__file__).with_name("refusals.txt"), REFUSALS)
