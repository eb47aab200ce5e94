"""`quicksalt hashsig info`: what a key file or a public key is."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import click

from quicksalt.cli.hashsig import common, keyfiles
from quicksalt.cli.waiting import Waiting
from quicksalt.hashsig import FileStore, KeySpace, Params, SigningKey
from quicksalt_lab.cli.output import examples, words

LABELS = {
    "params": "parameters",
    "end": "number of indices",
    "trusts_disk": "trusts the disk",
    "recovered": "recovered from a copy",
    "top_tree": "cache of the top tree",
    "remaining": "signatures left",
}
"""What the screen calls what the JSON file names in another way."""


@click.command(
    epilog=examples(
        "quicksalt hashsig info release.key",
        "quicksalt hashsig info release.key.pub --json key.json",
    )
)
@click.argument("file", metavar="FILE", type=common.FILE)
@common.passphrase_options
@common.reporting
def info(
    *, file: Path, passphrase_file: Path | None, passphrase_fd: int | None, no_passphrase: bool
) -> Mapping[str, object]:
    """Tell what a key file or a public key is, and how many signatures are left."""
    with file.open("rb") as content:
        is_store = content.read(len(keyfiles.KEY_FILE)) == keyfiles.KEY_FILE
    if is_store:
        found = _store(
            file, keyfiles.key_passphrase(file, passphrase_file, passphrase_fd, no_passphrase)
        )
    else:
        key = keyfiles.public_key(file)
        top = Params.of_identifiers([key.top])
        found = {"kind": "public key", "levels": key.levels, "top level": str(top)}
    for name, value in found.items():
        label = LABELS.get(name, name.replace("_", " "))
        if name == "recovered":
            times = [str(time) for time in value] if isinstance(value, list) else []
            said = f"{len(times)} times, last {times[-1]}" if times else "never"
            click.echo(f"{label}: {said}")
        elif isinstance(value, dict):
            click.echo(f"{label}:")
            for part, left in value.items():
                click.echo(f"  {part or '(the key itself)'}: {left}")
        else:
            click.echo(f"{label}: {words(value)}")
    return found


def _store(file: Path, word: str | None) -> dict[str, object]:
    with Waiting("opening"), ExitStack() as stack:
        store = stack.enter_context(FileStore.open(file, passphrase=word))
        key = stack.enter_context(SigningKey.open(store, ahead=common.QUIET))
        next_index, end = store.watermark()
        return {
            "kind": "key file",
            "params": str(key.params),
            "public_key": bytes(key.public_key).hex(),
            "next_index": next_index,
            "end": end,
            "epoch": store.epoch,
            "recovered": [datetime.fromtimestamp(s, tz=UTC).isoformat() for s in store.recovered],
            "trusts_disk": store.trusts_disk,
            "top_tree": key.cache,
            "remaining": KeySpace(store).remaining(),
        }
