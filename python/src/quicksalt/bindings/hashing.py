"""Digests and outputs of messages that come piece by piece, which PyNaCl lacks.

A digest may be taken any number of times, and further pieces after it, as of those of `hashlib`. Of
an output of any length each `_squeeze` gives the next bytes; no piece is taken after the first.
"""

from __future__ import annotations

from quicksalt import _native
from quicksalt.bindings._states import Copied, digest, init, squeeze, update


class crypto_hash_sha256_state(Copied):
    """A message of which the digest by SHA-256 is taken."""

    __slots__ = ()


class crypto_hash_sha512_state(Copied):
    """A message of which the digest by SHA-512 is taken."""

    __slots__ = ()


class crypto_hash_sha3256_state(Copied):
    """A message of which the digest by SHA3-256 is taken."""

    __slots__ = ()


class crypto_hash_sha3512_state(Copied):
    """A message of which the digest by SHA3-512 is taken."""

    __slots__ = ()


class crypto_xof_shake128_state(Copied):
    """A message that SHAKE128 makes any number of bytes of."""

    __slots__ = ()


class crypto_xof_shake256_state(Copied):
    """A message that SHAKE256 makes any number of bytes of."""

    __slots__ = ()


class crypto_xof_turboshake128_state(Copied):
    """A message that TurboSHAKE128 makes any number of bytes of."""

    __slots__ = ()


class crypto_xof_turboshake256_state(Copied):
    """A message that TurboSHAKE256 makes any number of bytes of."""

    __slots__ = ()


# The native classes are looked up when a message begins: not every interpreter of a process has them.
crypto_hash_sha256_init = init(crypto_hash_sha256_state, lambda: _native.Hasher.sha256())
crypto_hash_sha256_update = update(crypto_hash_sha256_state)
crypto_hash_sha256_final = digest(crypto_hash_sha256_state)

crypto_hash_sha512_init = init(crypto_hash_sha512_state, lambda: _native.Hasher.sha512())
crypto_hash_sha512_update = update(crypto_hash_sha512_state)
crypto_hash_sha512_final = digest(crypto_hash_sha512_state)

crypto_hash_sha3256_init = init(crypto_hash_sha3256_state, lambda: _native.Hasher.sha3_256())
crypto_hash_sha3256_update = update(crypto_hash_sha3256_state)
crypto_hash_sha3256_final = digest(crypto_hash_sha3256_state)

crypto_hash_sha3512_init = init(crypto_hash_sha3512_state, lambda: _native.Hasher.sha3_512())
crypto_hash_sha3512_update = update(crypto_hash_sha3512_state)
crypto_hash_sha3512_final = digest(crypto_hash_sha3512_state)

crypto_xof_shake128_init = init(crypto_xof_shake128_state, lambda: _native.Xof.shake128())
crypto_xof_shake128_update = update(crypto_xof_shake128_state)
crypto_xof_shake128_squeeze = squeeze(crypto_xof_shake128_state)

crypto_xof_shake256_init = init(crypto_xof_shake256_state, lambda: _native.Xof.shake256())
crypto_xof_shake256_update = update(crypto_xof_shake256_state)
crypto_xof_shake256_squeeze = squeeze(crypto_xof_shake256_state)

crypto_xof_turboshake128_update = update(crypto_xof_turboshake128_state)
crypto_xof_turboshake128_squeeze = squeeze(crypto_xof_turboshake128_state)

crypto_xof_turboshake256_update = update(crypto_xof_turboshake256_state)
crypto_xof_turboshake256_squeeze = squeeze(crypto_xof_turboshake256_state)


def crypto_xof_turboshake128_init() -> crypto_xof_turboshake128_state:
    """Begin a message in the standard domain."""
    return crypto_xof_turboshake128_init_with_domain(
        _native.crypto_xof_turboshake128_DOMAIN_STANDARD
    )


def crypto_xof_turboshake128_init_with_domain(domain: int) -> crypto_xof_turboshake128_state:
    """Begin a message in a domain from 1 to 127."""
    return crypto_xof_turboshake128_state._of(_native.Xof.turboshake128(domain))


def crypto_xof_turboshake256_init() -> crypto_xof_turboshake256_state:
    """Begin a message in the standard domain."""
    return crypto_xof_turboshake256_init_with_domain(
        _native.crypto_xof_turboshake256_DOMAIN_STANDARD
    )


def crypto_xof_turboshake256_init_with_domain(domain: int) -> crypto_xof_turboshake256_state:
    """Begin a message in a domain from 1 to 127."""
    return crypto_xof_turboshake256_state._of(_native.Xof.turboshake256(domain))
