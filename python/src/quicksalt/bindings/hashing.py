"""Incremental hash and extendable-output functions, which PyNaCl lacks.

As with `hashlib`, a digest can be read any number of times and more input can follow. For an
extendable output, each `_squeeze` returns the next bytes; no input is accepted after the first.
"""

from __future__ import annotations

from quicksalt import _native
from quicksalt.bindings._states import Copied, digest, init, squeeze, update


class crypto_hash_sha256_state(Copied):
    """The state of an incremental SHA-256 digest."""

    __slots__ = ()


class crypto_hash_sha512_state(Copied):
    """The state of an incremental SHA-512 digest."""

    __slots__ = ()


class crypto_hash_sha3256_state(Copied):
    """The state of an incremental SHA3-256 digest."""

    __slots__ = ()


class crypto_hash_sha3512_state(Copied):
    """The state of an incremental SHA3-512 digest."""

    __slots__ = ()


class crypto_xof_shake128_state(Copied):
    """The state of incremental SHAKE128."""

    __slots__ = ()


class crypto_xof_shake256_state(Copied):
    """The state of incremental SHAKE256."""

    __slots__ = ()


class crypto_xof_turboshake128_state(Copied):
    """The state of incremental TurboSHAKE128."""

    __slots__ = ()


class crypto_xof_turboshake256_state(Copied):
    """The state of incremental TurboSHAKE256."""

    __slots__ = ()


# The lambdas look up the native classes late: sub-interpreters lack these classes.
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
    """Initialise a state with the standard domain."""
    return crypto_xof_turboshake128_init_with_domain(
        _native.crypto_xof_turboshake128_DOMAIN_STANDARD
    )


def crypto_xof_turboshake128_init_with_domain(domain: int) -> crypto_xof_turboshake128_state:
    """Initialise a state with a domain from 1 to 127."""
    return crypto_xof_turboshake128_state._of(_native.Xof.turboshake128(domain))


def crypto_xof_turboshake256_init() -> crypto_xof_turboshake256_state:
    """Initialise a state with the standard domain."""
    return crypto_xof_turboshake256_init_with_domain(
        _native.crypto_xof_turboshake256_DOMAIN_STANDARD
    )


def crypto_xof_turboshake256_init_with_domain(domain: int) -> crypto_xof_turboshake256_state:
    """Initialise a state with a domain from 1 to 127."""
    return crypto_xof_turboshake256_state._of(_native.Xof.turboshake256(domain))
