"""Run the known-answer tests of `vectors/` with the functions that a module exports.

For each vector file there is a check function. It decides whether the module's functions support a
case, and compares the result with the expected answer. Unsupported cases are skipped, but the
number of supported cases must match.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from answers import Case, Check, WrongError, fit, octets, or_none, refused, same
from exported import Kept, Module, Out, RefusedError, UnfitError
from instance import Sodium

VECTORS = Path(__file__).parents[1] / "vectors"

# The number of cases that each profile supports.
ANSWERED = {"full": 1434, "standard": 731, "secretbox": 1}

MILLION = 1_000_000


def hashed(name: str, size: int) -> Check:
    """Check digests of messages; repeated messages use the incremental functions."""

    def check(q: Module, case: Case) -> None:
        message, repeat = octets(case, "message")[0], case.get("repeat", 1)
        if repeat == 1:
            same(q(name, Out(size), message, len(message)), case["digest"])
        state = Kept(bytes(q.number(f"{name}_statebytes")))
        q(f"{name}_init", state)
        while repeat > 0:
            piece = message * min(repeat, MILLION)
            q(f"{name}_update", state, piece, len(piece))
            repeat -= MILLION
        same(q(f"{name}_final", state, Out(size)), case["digest"])

    return check


def authenticated(name: str, key_size: int, size: int) -> Check:
    """Check tags in one call and incrementally, with any key length if the functions allow it."""

    def check(q: Module, case: Case) -> None:
        key, message, tag = octets(case, "key", "message", "tag")
        if len(key) == key_size:
            same(q(name, Out(size), message, len(message), key), case["tag"])
            if q.sodium.has(f"{name}_verify"):
                q(f"{name}_verify", tag, message, len(message), key)
                other = bytes([tag[0] ^ 1]) + tag[1:]
                forged = (f"{name}_verify", other, message, len(message), key)
                refused(lambda: q(*forged), "a tag that is not genuine")
        if q.sodium.has(f"{name}_init"):
            state = Kept(bytes(q.number(f"{name}_statebytes")))
            length = () if "onetime" in name else (len(key),)
            q(f"{name}_init", state, key, *length)
            q(f"{name}_update", state, message[:7], len(message[:7]))
            q(f"{name}_update", state, message[7:], len(message[7:]))
            same(q(f"{name}_final", state, Out(size)), case["tag"])
        else:
            fit(asks=len(key) == key_size)

    return check


def sealed(name: str) -> Check:
    """Check authenticated encryption with associated data, in both forms and in both directions."""

    def check(q: Module, case: Case) -> None:
        nonce, ad = octets(case, "nonce" if "nonce" in case else "iv", "additional_data")
        key, message, tag = octets(case, "key", "message", "tag")
        fit(asks=case.get("mode", "gcm") == "gcm" and q.number(f"{name}_keybytes") == len(key))
        size, boxed = len(message), case["ciphertext"] + case["tag"]
        given = (message, size, ad, len(ad), None, nonce, key)
        same(q(f"{name}_encrypt", Out(size + len(tag)), None, *given), boxed)
        same(q(f"{name}_encrypt_detached", Out(size), Out(len(tag)), None, *given), boxed)

        def opened(data: bytes) -> bytes:
            with_ad = (data, len(data), ad, len(ad), nonce, key)
            return q(f"{name}_decrypt", Out(size), None, None, *with_ad)

        both = bytes.fromhex(boxed)
        same(opened(both), case["message"])
        refused(lambda: opened(both[:-1] + bytes([both[-1] ^ 1])), "a forgery")
        ciphertext = both[:size]
        apart = (None, ciphertext, size, tag, ad, len(ad), nonce, key)
        same(q(f"{name}_decrypt_detached", Out(size), *apart), case["message"])

    return check


def boxed(name: str) -> Check:
    """Check secret boxes."""

    def check(q: Module, case: Case) -> None:
        key, nonce, message, box = octets(case, "key", "nonce", "message", "boxed")
        made = q(f"{name}_easy", Out(len(box)), message, len(message), nonce, key)
        same(made, case["boxed"])
        given = (box, len(box), nonce, key)
        same(q(f"{name}_open_easy", Out(len(message)), *given), case["message"])
        forged = bytes([box[0] ^ 1]) + box[1:]
        opened = (f"{name}_open_easy", Out(len(message)), forged, len(box), nonce, key)
        refused(lambda: q(*opened), "a forgery")

    return check


def box(q: Module, case: Case) -> None:
    """Check boxes between two key pairs."""
    sk, pk, nonce, message = octets(case, "secret_key", "public_key", "nonce", "message")
    whole = octets(case, "boxed")[0]
    same(q("crypto_box_beforenm", Out(32), pk, sk), case["shared_key"])
    keys = (nonce, pk, sk)
    same(q("crypto_box_easy", Out(len(whole)), message, len(message), *keys), case["boxed"])
    same(q("crypto_box_open_easy", Out(len(message)), whole, len(whole), *keys), case["message"])


def generichash(q: Module, case: Case) -> None:
    """Check BLAKE2b, including salt and personalization."""
    fit(asks="length" in case)
    key, salt, personal, message = octets(case, "key", "salt", "personal", "message")
    given = (Out(case["length"]), case["length"], message, len(message), key, len(key))
    name = "crypto_generichash_blake2b_salt_personal"
    same(q(name, *given, salt, personal), case["digest"])
    if not any(salt + personal):
        same(q("crypto_generichash", *given), case["digest"])


def chacha20(q: Module, case: Case) -> None:
    """Check ChaCha20 keystreams that start at a given block."""
    key, nonce, message = octets(case, "key", "nonce", "message")
    given = (message, len(message), nonce, case["counter"], key)
    same(q("crypto_stream_chacha20_ietf_xor_ic", Out(len(message)), *given), case["ciphertext"])


def keystream(name_of: Callable[[Case], str]) -> Check:
    """Check keystreams (long ones by digest), and encryption with them."""

    def check(q: Module, case: Case) -> None:
        key, nonce, message = octets(case, "key", "nonce", "message")
        name = name_of(case)
        if case.get("operation") == "xor":
            found = q(f"{name}_xor", Out(len(message)), message, len(message), nonce, key)
            same(found[case["skip"] :], case["ciphertext"])
            return
        stream = q(name, Out(case["length"]), case["length"], nonce, key)
        if "sha256" in case:
            same(q("crypto_hash_sha256", Out(32), stream, len(stream)), case["sha256"])
        else:
            same(stream, case["keystream"])

    return check


def core(q: Module, case: Case) -> None:
    """Check the core functions of streams."""
    given, key, constants = octets(case, "input", "key", "constants")
    size = len(case["output"]) // 2
    same(q(f"crypto_core_{case['function']}", Out(size), given, key, constants), case["output"])


def edwards25519(q: Module, case: Case) -> None:
    """Check the Ed25519 group and its scalars."""
    operation, wanted = case["operation"], case.get("result")
    point, p, other, scalar = octets(case, "point", "p", "q", "scalar")
    uniform, wide, x, y = octets(case, "uniform", "wide", "x", "y")
    name = f"crypto_core_ed25519_{operation}"
    match operation:
        case "is_valid":
            status, _ = q.status("crypto_core_ed25519_is_valid_point", point)
            same(bytes([status]), bytes([case["valid"]]).hex())
        case "add" | "sub":
            or_none(lambda: q(name, Out(32), p, other), wanted)
        case "from_uniform" | "from_hash":
            or_none(lambda: q(name, Out(32), uniform), wanted)
        case "scalarmult" | "scalarmult_noclamp" | "base" | "base_noclamp":
            end = operation.removeprefix("scalarmult").removeprefix("_")
            product = "_".join(filter(None, ("crypto_scalarmult_ed25519", end)))
            or_none(lambda: q(product, Out(32), scalar, *([point] if point else [])), wanted)
        case _:
            or_none(lambda: q(name, Out(32), *filter(None, (wide, x, y))), wanted)


def x25519(q: Module, case: Case) -> None:
    """Check X25519."""
    scalar, point = octets(case, "scalar", "point")
    match case["operation"]:
        case "scalarmult":
            same(q("crypto_scalarmult", Out(32), scalar, point), case["result"])
        case "base":
            same(q("crypto_scalarmult_base", Out(32), scalar), case["result"])
        case "weak":
            refused(lambda: q("crypto_scalarmult", Out(32), scalar, point), "a weak point")
        case _:
            for _ in range(case["iterations"]):
                scalar, point = q("crypto_scalarmult", Out(32), scalar, point), scalar
            same(scalar, case["result"])


def ed25519(q: Module, case: Case) -> None:
    """Check keys and signatures, and the conversion of Ed25519 keys to X25519."""
    seed, message, signature = octets(case, "seed", "message", "signature")
    pair = q("crypto_sign_seed_keypair", Out(32), Out(64), seed)
    public, secret = pair[:32], pair[32:]
    if case["operation"] != "sign":
        made = q("crypto_sign_ed25519_pk_to_curve25519", Out(32), public)
        same(made, case["public_x25519"])
        made = q("crypto_sign_ed25519_sk_to_curve25519", Out(32), secret)
        same(made, case["secret_x25519"])
        return
    size = len(message)
    same(public, case["public_key"])
    made = q("crypto_sign_detached", Out(64), None, message, size, secret)
    same(made, case["signature"])
    made = q("crypto_sign", Out(64 + size), None, message, size, secret)
    same(made, case["signature"] + case["message"])
    q("crypto_sign_verify_detached", signature, message, size, public)


def verdict(q: Module, case: Case) -> None:
    """Check the verdicts on signatures and keys, and the converted keys."""
    public, message, signature, seed = octets(case, "public_key", "message", "signature", "seed")
    if "verdict" in case:
        given = (signature, message, len(message), public)
        status, _ = q.status("crypto_sign_verify_detached", *given)
        same(bytes([status == 0]), bytes([case["verdict"]]).hex())
    elif "seed" in case:
        pair = q("crypto_sign_seed_keypair", Out(32), Out(64), seed)
        same(pair[:32], case["public_key"])
        same(q("crypto_sign_ed25519_sk_to_curve25519", Out(32), pair[32:]), case["x25519"])
    else:
        or_none(lambda: q("crypto_sign_ed25519_pk_to_curve25519", Out(32), public), case["x25519"])


def ristretto255(q: Module, case: Case) -> None:
    """Check ristretto255; as in libsodium, the neutral element is rejected as a product."""
    scalar, point, uniform = octets(case, "scalar", "point", "uniform")
    match case["operation"]:
        case "base":
            wanted = case["result"] if any(scalar) else None
            or_none(lambda: q("crypto_scalarmult_ristretto255_base", Out(32), scalar), wanted)
        case "invalid":
            same(bytes([q.status("crypto_core_ristretto255_is_valid_point", point)[0]]), "00")
        case _:
            same(q("crypto_core_ristretto255_from_hash", Out(32), uniform), case["result"])


def hkdf(q: Module, case: Case) -> None:
    """Check HKDF-SHA-256."""
    salt, ikm, info, prk = octets(case, "salt", "ikm", "info", "prk")
    name, size = "crypto_kdf_hkdf_sha256", len(case["okm"]) // 2
    same(q(f"{name}_extract", Out(32), salt, len(salt), ikm, len(ikm)), case["prk"])
    same(q(f"{name}_expand", Out(size), size, info, len(info), prk), case["okm"])


def ipcrypt(q: Module, case: Case) -> None:
    """Check address encryption and decryption."""
    operation = case["operation"]
    name = "crypto_ipcrypt" + ("" if operation == "deterministic" else f"_{operation}")
    key, address, tweak, output = octets(case, "key", "address", "tweak", "output")
    given = (address, *([tweak] if tweak else []), key)
    same(q(f"{name}_encrypt", Out(len(output)), *given), case["output"])
    same(q(f"{name}_decrypt", Out(len(address)), output, key), case["address"])


def xwing(q: Module, case: Case) -> None:
    """Check X-Wing: keys, and shared secrets on both sides."""
    secret, public, randomness = octets(case, "secret_key", "public_key", "randomness")
    ciphertext = octets(case, "ciphertext")[0]
    made = q("crypto_kem_seed_keypair", Out(len(public)), Out(len(secret)), secret)
    same(made, case["public_key"] + case["secret_key"])
    sizes = Out(len(ciphertext)), Out(32)
    made = q("crypto_kem_xwing_enc_deterministic", *sizes, public, randomness)
    same(made, case["ciphertext"] + case["shared_secret"])
    same(q("crypto_kem_dec", Out(32), ciphertext, secret), case["shared_secret"])


def argon2(q: Module, case: Case) -> None:
    """Check Argon2 within libsodium's interface: 16-byte salts, one lane."""
    kinds = {"i": 1, "id": 2}
    password, salt = octets(case, "passphrase", "salt")
    asks = case["kind"] in kinds and len(salt) == 16 and case["lanes"] == 1
    fit(asks=asks and not case["secret"] and not case["data"])
    size, memory = len(case["tag"]) // 2, case["memory_kib"] * 1024
    given = (password, len(password), salt, case["passes"], memory, kinds[case["kind"]])
    same(q("crypto_pwhash", Out(size), size, *given), case["tag"])


def scrypt(q: Module, case: Case) -> None:
    """Check scrypt."""
    password, salt = octets(case, "password", "salt")
    size = len(case["key"]) // 2
    given = (password, len(password), salt, len(salt), case["n"], case["r"], case["p"])
    same(q("crypto_pwhash_scryptsalsa208sha256_ll", *given, Out(size), size), case["key"])


def sha3(q: Module, case: Case) -> None:
    """Check SHA-3."""
    hashed(f"crypto_hash_{case['hash'].replace('_', '')}", len(case["digest"]) // 2)(q, case)


def shake256(q: Module, case: Case) -> None:
    """Check SHAKE256."""
    message, size = octets(case, "message")[0], case["length"]
    same(q("crypto_xof_shake256", Out(size), size, message, len(message)), case["output"])


def turboshake(q: Module, case: Case) -> None:
    """Check TurboSHAKE with any domain."""
    name, size = f"crypto_xof_{case['hash']}", len(case["output"]) // 2
    ones = case.get("ones")
    message = bytes(i % 0xFB for i in range(case["length"])) if ones is None else b"\xff" * ones
    state = Kept(bytes(q.number(f"{name}_statebytes")))
    q(f"{name}_init_with_domain", state, case["domain"])
    q(f"{name}_update", state, message, len(message))
    same(q(f"{name}_squeeze", state, Out(size), size), case["output"])


FILES: dict[str, Check] = {
    "aegis128l": sealed("crypto_aead_aegis128l"),
    "aegis256": sealed("crypto_aead_aegis256"),
    "aes": sealed("crypto_aead_aes256gcm"),
    "argon2": argon2,
    "blake2b": generichash,
    "box": box,
    "chacha20": chacha20,
    "chacha20poly1305": sealed("crypto_aead_chacha20poly1305"),
    "chacha20poly1305-ietf": sealed("crypto_aead_chacha20poly1305_ietf"),
    "cores": core,
    "ed25519": ed25519,
    "ed25519-verdicts": verdict,
    "edwards25519": edwards25519,
    "hkdf": hkdf,
    "hmac-sha256": authenticated("crypto_auth_hmacsha256", 32, 32),
    "hmac-sha512": authenticated("crypto_auth_hmacsha512", 32, 64),
    "hmac-sha512-256": authenticated("crypto_auth_hmacsha512256", 32, 32),
    "ipcrypt": ipcrypt,
    "poly1305": authenticated("crypto_onetimeauth", 32, 16),
    "ristretto255": ristretto255,
    "salsa20": keystream(lambda t: f"crypto_stream_salsa20{re.sub('^20$', '', str(t['rounds']))}"),
    "scrypt": scrypt,
    "secretbox-xchacha20poly1305": boxed("crypto_secretbox_xchacha20poly1305"),
    "sha256": hashed("crypto_hash_sha256", 32),
    "sha512": hashed("crypto_hash_sha512", 64),
    "sha3": sha3,
    "shake256": shake256,
    "siphash24": authenticated("crypto_shorthash", 16, 8),
    "siphashx24": authenticated("crypto_shorthash_siphashx24", 16, 16),
    "turboshake": turboshake,
    "x25519": x25519,
    "xchacha20poly1305": sealed("crypto_aead_xchacha20poly1305_ietf"),
    "xwing": xwing,
    "xsalsa20": keystream(lambda _: "crypto_stream"),
    "xsalsa20poly1305": boxed("crypto_secretbox"),
}
"""The check for each file of `vectors/` that these functions support."""


def cases(name: str) -> list[Case]:
    """Return the cases of a file."""
    data = json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))
    lists = ("tests", "signatures", "public_keys", "seeds")
    return [case for group in lists for case in data.get(group, [])]


def problems(sodium: Sodium, profile: str) -> Iterator[str]:
    """Yield wrong answers, and a wrong number of supported cases."""
    module, answered = Module(sodium), 0
    for name, check in FILES.items():
        for number, case in enumerate(cases(name)):
            try:
                check(module, case)
            except UnfitError:
                sodium.release()
                continue
            except (RefusedError, WrongError) as error:
                yield f"{name}, case {number}: {error}"
            answered += 1
    if answered != ANSWERED[profile]:
        yield f"{answered} known answers, not {ANSWERED[profile]}"
