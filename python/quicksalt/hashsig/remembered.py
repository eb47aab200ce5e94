"""Keys that follow from what a person remembers: account, role and passphrase, by Argon2id.

Such a key can be made again after a disaster. What it has signed cannot be derived: say from where
on it may sign, or burn what it can have used.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from typing_extensions import Buffer

from quicksalt import _native
from quicksalt import exceptions as exc
from quicksalt.hashsig import exceptions as own
from quicksalt.hashsig.params import Params
from quicksalt.hashsig.signing import AHEAD, Ahead, Place, SigningKey, generate


class Credentials(NamedTuple):
    """What a person remembers."""

    account: str
    role: str
    """What the key is for, so that an account has several."""
    passphrase: str
    """The only secret among them, and all that stands between the world and the key."""
    cost: tuple[int, int] | None = None
    """KiB and passes of Argon2id, by default 256 MiB and 3; another cost gives another key."""

    def __repr__(self) -> str:
        """Show no secret."""
        return f"Credentials({self.account!r}, {self.role!r}, ...)"


def next_index(params: Params, *, watermark: int | None, seen: int | None, burn: int = 0) -> int:
    """Return the first index that a recovered key may use.

    Either `watermark` is known, from which on nothing was ever reserved; or only the highest index
    `seen` in any signature, and then the tree of the level `burn` that holds it is burned, 0 the
    whole key. That is safe if all that was signed unseen was signed by the same tree.
    """
    if (watermark is None) == (seen is None):
        raise exc.ValueError("give the watermark, or the highest index that was seen")
    if watermark is not None:
        return _native.hss_next_index(params.identifiers, watermark, None)
    return _native.hss_next_index(params.identifiers, seen or 0, burn)


def make(  # noqa: PLR0913
    path: Place,
    params: Params,
    credentials: Credentials,
    *,
    published: _native.HssPublicKey | None = None,
    start: int = 0,
    passphrase: str | Buffer | None = None,
    key: Buffer | None = None,
    cost: tuple[int, int, int] | None = None,
    ahead: Ahead = AHEAD,
    progress: Callable[[float], object] | None = None,
) -> SigningKey:
    """Make the key that follows from the credentials, in a new file, with the indices from `start`.

    After a disaster `published` is its public key: another one is a `RecoveryError`, and no file is
    made. `passphrase`, `key` and `cost` are for the file.
    """
    keygen = _native.HssKeygen.from_credentials(
        params.identifiers,
        _normal(credentials.account),
        _normal(credentials.role),
        _normal(credentials.passphrase),
        credentials.cost,
    )
    generate(keygen, 0, progress)
    if published is not None and keygen.public_key != published:
        raise own.RecoveryError(
            "the credentials, cost and parameters do not lead to the published key: check each"
        )
    return SigningKey(
        _native.HssSigningKey.create_file(keygen, path, passphrase, key, cost, start, ahead.options)
    )


def _normal(text: str) -> str:
    """Return the text as it is whatever keyboard it was typed on."""
    return unicodedata.normalize("NFC", text)
