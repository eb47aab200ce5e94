"""Keys of coinzdense made again by `quicksalt hashsig recover --wif`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from quicksalt.cli.hashsig import keyfiles
from quicksalt.hashsig import recovery
from quicksalt.hashsig.coinzdense import wif
from quicksalt_lab.cli.terminal import bar


def again(  # noqa: PLR0913
    key_file: Path,
    published: str,
    *,
    account: str,
    role: str,
    passphrase: str,
    sizes: tuple[int | None, int | None],
    used: tuple[int | None, int | None],
) -> Mapping[str, object]:
    """Find the key of a published text, and write its secret as text into a new file.

    `sizes` are the bits of a digit and the height of a level, `used` is what is known of the
    indices: a watermark, or the highest one seen.
    """
    keyfiles.refuse_existing(key_file)
    (otsbits, height), (next_index, last_seen) = sizes, used
    with bar("searching") as progress:
        found = recovery.recover(
            account,
            role,
            passphrase,
            published=published,
            next_index=next_index,
            last_seen=last_seen,
            otsbits=otsbits,
            height=height,
            progress=progress,
        )
    is_disaster = wif.parse_wif(published)[0] is wif.Keytype.QDRECOVERYPUBKEY
    private = wif.Keytype.QDRECOVERYPRIVKEY if is_disaster else wif.Keytype.COINZDENSEPRIVKEY
    text = wif.binary_to_wif(found.seed, private) + "\n"
    keyfiles.write_new(key_file, text.encode(), secret=True)
    how = ", ".join(f"{name} {value}" for name, value in found.found.items())
    click.echo(f"{key_file} holds the secret of the published key ({how}): {found.advice}")
    return {"key": str(key_file), "next_index": found.next_index, **found.found}
