"""Recovery of a key and its first usable index from an account, a role and a passphrase.

The derived key is compared with the published public key, so that a typing error raises
`RecoveryError` instead of producing a wrong key. The secret can be derived again, but the used
indices cannot: a recovered key may sign only from an index that has never been used.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

from quicksalt import _signatures
from quicksalt import exceptions as exc
from quicksalt.hashsig.coinzdense import level, onetime, wif
from quicksalt.hashsig.exceptions import ExhaustedError
from quicksalt.hashsig.params import Params

# The cost of Argon2id: 256 MiB and 3 passes, libsodium's level "moderate".
MEMORY_KIB = 256 << 10
PASSES = 3

# The parameters that the recovery tool hiveqdpr uses, and its one-time key's first index.
DISASTER_OTSBITS = 12
DISASTER_STARTNO = 1


@dataclass(frozen=True)
class Recovered:
    """A recovered key."""

    key: onetime.OneTimeSigningKey | level.LevelKey | None
    """The coinZdense key that belongs to the published public key."""
    seed: bytes = field(repr=False)
    """The 32-byte secret from which the key is derived; for an HSS key, the `seed` of
    `SigningKey.create`.
    """
    next_index: int | None
    """The first index that may sign; `None` if the key must not sign, or its past signatures are
    unknown.
    """
    advice: str
    """Advice for using the key."""
    found: dict[str, str] = field(default_factory=dict)
    """The parameters found: `ctx_mode`, for levels also `layout`; for an HSS key, `params`."""


def seed_from_credentials(
    account: str,
    role: str,
    passphrase: str,
    *,
    memory_kib: int = MEMORY_KIB,
    passes: int = PASSES,
) -> bytes:
    """Return the `seed` for `SigningKey.create` of an HSS key that `recover` can recover.

    The passphrase is hashed with Argon2id; the fields are normalised (NFC) and encoded
    unambiguously. A different cost gives a different key. The call takes almost a second.
    """
    credentials = (_normal(account), _normal(role), _normal(passphrase))
    return _signatures.hss_seed_from_credentials(credentials, (memory_kib, passes), None)


def recover(  # noqa: PLR0913
    account: str,
    role: str,
    passphrase: str,
    *,
    published: str | bytes,
    next_index: int | None = None,
    last_seen: int | None = None,
    burn_level: int | None = None,
    params: Params | str | None = None,
    memory_kib: int = MEMORY_KIB,
    passes: int = PASSES,
    otsbits: int | None = None,
    height: int | None = None,
    wen3index: int = 0,
    progress: Callable[[float], None] = lambda _: None,
) -> Recovered:
    """Derive the published key again; return it and the first index that may sign.

    The form of `published` determines the search:

    - `QRK...`: the one-time disaster key of hiveqdpr, derived as in coinzdense;
    - `CZD...`: a level key of coinzdense, which requires `otsbits` and `height`; the search covers
      all encodings of context names and both layouts, and calls `progress` with the completed share
      of the search, from 0 to 1;
    - bytes: an HSS key with the seed from `seed_from_credentials`; by default, every level has the
      same parameters as the public key's top tree.

    To exclude used indices, pass `next_index` or `last_seen`. `next_index` is a watermark: neither
    this index nor any higher index was ever reserved. `last_seen` is the highest index in any known
    signature; the tree at `burn_level` (default: the lowest level) that contains this index is
    skipped. Without either argument, the key can only verify.

    Raises `RecoveryError` if none of the derived keys is the published key, `ExhaustedError` if no
    index is left, and `ValueError` or `TypeError` for invalid arguments.
    """
    if isinstance(published, str):
        credentials = (account, role, passphrase)
        sizes = (otsbits, height, wen3index)
        return _coinzdense(credentials, published, sizes, (next_index, last_seen), progress)
    public_key = _signatures.HssPublicKey(published)
    if params is None:
        params = Params.of_identifiers([public_key.top] * public_key.levels)
    else:
        params = Params.of(params)
    seed = _signatures.hss_seed_from_credentials(
        (_normal(account), _normal(role), _normal(passphrase)),
        (memory_kib, passes),
        (params.identifiers, bytes(public_key)),
    )
    return _hss(seed, params, next_index, (last_seen, burn_level))


def _coinzdense(
    credentials: tuple[str, str, str],
    published: str,
    sizes: tuple[int | None, int | None, int],
    known: tuple[int | None, int | None],
    progress: Callable[[float], None],
) -> Recovered:
    keytype, public = wif.parse_wif(published)
    secret = wif.key_from_creds(*credentials)
    otsbits, height, wen3index = sizes
    if keytype is wif.Keytype.QDRECOVERYPUBKEY:
        next_index, last_seen = known
        bits = DISASTER_OTSBITS if otsbits is None else otsbits
        return _disaster(secret, public, bits, next_index if last_seen is None else 1)
    if keytype is not wif.Keytype.COINZDENSEPUBKEY:
        raise exc.ValueError(f"published must be a QRK or CZD key, not a {keytype.name}")
    if otsbits is None or height is None:
        raise exc.ValueError("a CZD key requires otsbits and height")
    search = _signatures.Czd0LevelSearch(secret, wen3index, (len(public), otsbits, height), public)
    return _level(search, (secret, wen3index, len(public), otsbits, height), progress)


def _disaster(secret: bytes, public: bytes, otsbits: int, next_index: int | None) -> Recovered:
    ctx_mode, salt = _signatures.czd0_disaster_key(len(public), otsbits, secret, public)
    if next_index not in (None, 0):
        raise ExhaustedError("a one-time key that has signed must not sign again")
    key = onetime.OneTimeSigningKey(
        len(public), otsbits, salt, secret, DISASTER_STARTNO, public, ctx_mode=ctx_mode
    )
    advice = (
        "it may sign once"
        if next_index == 0
        else "it may sign only if it has never signed: confirm this with next_index=0"
    )
    return Recovered(key, secret, next_index, advice, {"ctx_mode": ctx_mode})


def _level(
    search: _signatures.Czd0LevelSearch,
    arguments: tuple[bytes, int, int, int, int],
    progress: Callable[[float], None],
) -> Recovered:
    while (found := search.step()) is None:
        progress(search.progress())
    progress(1.0)
    ctx_mode, layout = found
    key = level.LevelKey(*arguments, ctx_mode=ctx_mode, layout=layout)
    advice = "a level key of coinzdense must not sign: its signatures can be forged"
    return Recovered(key, arguments[0], None, advice, {"ctx_mode": ctx_mode, "layout": layout})


def _hss(
    seed: bytes, params: Params, next_index: int | None, seen: tuple[int | None, int | None]
) -> Recovered:
    last_seen, burn_level = seen
    found = {"params": str(params)}
    if next_index is None and last_seen is None:
        advice = (
            "do not sign with it: its past signatures are unknown; give next_index or last_seen, "
            "or make a new key"
        )
        return Recovered(None, seed, None, advice, found)
    if burn_level is None:
        burn_level = len(params.levels) - 1
    following = _signatures.hss_next_index(
        params.identifiers, next_index, last_seen or 0, burn_level
    )
    advice = f"sign from index {following} onwards, with a store that starts there"
    return Recovered(None, seed, following, advice, found)


def _normal(text: str) -> str:
    """Normalise text that a user has typed."""
    return unicodedata.normalize("NFC", text) if isinstance(text, str) else text
