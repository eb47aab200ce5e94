"""A sample value for each argument of the native functions."""

from __future__ import annotations

import os
from typing import Any

from quicksalt import _native

KEY = b"k" * 32
SIZES = (16, 4, 3)


def receiver() -> _native.crypto_secretstream_xchacha20poly1305_state:
    """Return a receiver state of a secretstream."""
    state = _native.crypto_secretstream_xchacha20poly1305_state()
    _native.crypto_secretstream_xchacha20poly1305_init_pull(state, bytes(24), KEY)
    return state


AEADS = {
    "aegis128l": (16, 16),
    "aegis256": (32, 32),
    "aes256gcm": (12, 32),
    "chacha20poly1305": (8, 32),
    "chacha20poly1305_ietf": (12, 32),
}
"""Nonce and key lengths that differ from the samples' lengths."""

SAMPLES: dict[str, Any] = {
    "a": b"m",
    "ad": b"",
    "b": b"m",
    "aad": b"",
    "armored": False,
    "cipher": "aes-256-cbc",
    "form": "binary",
    "identities": [],
    "iterations": 1,
    "kdf": None,
    "memlimit": 8192,
    "most": 10,
    "opslimit": 1,
    "read": bytes,
    "recipients": [],
    "source": os.devnull,
    "target": os.devnull,
    "text": b"m",
    "work_factor": 10,
    "alg": 2,
    "algorithm": "ed25519",
    "anchor_dates": True,
    "bigpubkey": bytes(16),
    "binkey": KEY,
    "blocksize": 16,
    "c": bytes(64),
    "ciphertext": bytes(64),
    "ciphertexts": [bytes(64)],
    "client_public_key": KEY,
    "client_secret_key": KEY,
    "comment": "",
    "cost": None,
    "constants": bytes(16),
    "counter": bytes(16),
    "ctx_mode": "linux",
    "ctx": bytes(8),
    "data": b"m",
    "deterministic": True,
    "digest": bytes(16),
    "digest_size": 32,
    "hashlen": 16,
    "header": bytes(24),
    "ikm": b"m",
    "ic": 0,
    "inp": bytes(16),
    "inp1": b"m",
    "inp2": b"m",
    "indices": 100,
    "iv": bytes(16),
    "k": KEY,
    "key": KEY,
    "keytype": "COINZDENSEPRIVKEY",
    "known": (0, 0, 0),
    "layout": "level-key",
    "length": 3,
    "m": b"m",
    "mac": bytes(16),
    "offset": 0,
    "levels": [(5, 4)],
    "levelsalt": bytes(16),
    "material": b"",
    "message": b"m",
    "messages": [b"m"],
    "n": KEY,
    "name": "name",
    "nonces": [b"n" * 24],
    "nonce": b"n" * 24,
    "options": (1, 0, False),
    "otpubkey": bytes(16),
    "otsbits": 4,
    "outlen": 32,
    "p": KEY,
    "out_len": 3,
    "password": b"m",
    "parameter_set": "SLH-DSA-SHA2-128f",
    "passphrase": None,
    "passwd": b"p",
    "passwd_hash": b"$7$",
    "pk": KEY,
    "pks": [KEY],
    "prk": bytes(64),
    "published": bytes(16),
    "q": KEY,
    "r": 1,
    "s": b"m",
    "salt": bytes(16),
    "secret": KEY,
    "seed": KEY,
    "seedkey": KEY,
    "server_public_key": KEY,
    "server_secret_key": KEY,
    "signature": bytes(16),
    "signatures": [b"s"],
    "size": 3,
    "sizes": SIZES,
    "signed": bytes(64),
    "sk": bytes(32),
    "skip": 1,
    "start": 0,
    "startno": 0,
    "state": receiver(),
    "subkey_id": 0,
    "subkey_len": 32,
    "token": bytes(32),
    "wen3index": 0,
    "max_depth": 6,
    "trust_disk": False,
}
"""Sample value per argument name, valid enough to reach the check under test."""

STREAMS = {"chacha20": 8, "chacha20_ietf": 12, "salsa20": 8, "salsa2012": 8, "salsa208": 8}
"""Nonce lengths of the other stream ciphers."""

SAMPLES_OF: dict[str, Any] = (
    {
        f"crypto_stream_{name}{function}.nonce": bytes(length)
        for name, length in STREAMS.items()
        for function in ("", "_xor", "_xor_ic")
    }
    | {
        f"crypto_core_keccak1600_{function}.state": bytes(200)
        for function in ("xor_bytes", "extract_bytes", "permute_12", "permute_24")
    }
    | {
        f"crypto_aead_{name}_{function}.{argument}": bytes(length)
        for name, lengths in AEADS.items()
        for function in ("encrypt", "decrypt", "encrypt_detached", "decrypt_detached")
        for argument, length in zip(("nonce", "key"), lengths, strict=True)
    }
    | {
        "crypto_aead_aegis128l_decrypt_detached.mac": bytes(32),
        "crypto_aead_aegis256_decrypt_detached.mac": bytes(32),
        "aes_gcm_decrypt.nonce": bytes(12),
        "aes_gcm_encrypt.nonce": bytes(12),
        "crypto_sign.sk": bytes(64),
        "crypto_sign_many.sk": bytes(64),
        "crypto_sign_open_many.signed": [bytes(64)],
        "crypto_auth_hmacsha512_verify.token": bytes(64),
        "crypto_onetimeauth_verify.token": bytes(16),
        "crypto_pwhash_scryptsalsa208sha256_ll.n": 2,
        "crypto_pwhash_scryptsalsa208sha256_ll.p": 1,
        "crypto_pwhash_scryptsalsa208sha256_str_verify.passwd_hash": bytes(101),
        "crypto_shorthash_siphash24.key": bytes(16),
        "crypto_shorthash_siphashx24.key": bytes(16),
        "ed25519ph_sign.digest": bytes(64),
        "ed25519ph_sign.sk": bytes(64),
        "ed25519ph_verify.digest": bytes(64),
        "ed25519ph_verify.signature": bytes(64),
        "MinisignSecretKey.read_and_sign.trusted": "",
        "MinisignSecretKey.read_and_sign.untrusted": "",
        "minisign_verify.public_key": _native.MinisignSecretKey.generate().public_text(),
        "HashsigSigningKey.create_file.key": None,
        "HashsigSigningKey.open_file.key": None,
    }
)
"""Sample values for functions that need a different one."""
