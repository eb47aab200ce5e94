"""`quicksalt completion`: what completes the words of the command in a shell."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem, ShellComplete, get_completion_class

from quicksalt.cli.plain import COMPLETION
from quicksalt_lab.cli.output import examples

NAME = "quicksalt"
SHELLS = ("bash", "zsh", "fish")


def script(shell: str) -> str:
    """Return what the shell is to read: one of `SHELLS`."""
    kind = get_completion_class(shell)
    if kind is None:
        raise ValueError(f"click completes nothing in {shell}")
    # The source of the class for bash would first run bash, for its version.
    text = ShellComplete.source(kind(click.Group(NAME), {}, NAME, COMPLETION))
    return text.rstrip("\n") + "\n"


def targets(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the primitives that begin so; behind a dot, the operations of one."""
    from quicksalt.lab.survey import survey

    operations = survey()
    names = [o.name if "." in incomplete else o.primitive for o in operations]
    return [CompletionItem(n) for n in dict.fromkeys(names) if n.startswith(incomplete)]


@click.command(
    epilog=examples(
        "quicksalt completion bash > \\",
        "    ~/.local/share/bash-completion/completions/quicksalt",
        "quicksalt completion zsh > ~/.zfunc/_quicksalt      with ~/.zfunc in fpath",
        "quicksalt completion fish > ~/.config/fish/completions/quicksalt.fish",
        'eval "$(quicksalt completion bash)"                 for this shell alone',
    )
)
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the script that lets SHELL complete commands, options, primitives and files.

    The package installs these scripts too, where the shells look for them below the folder that
    it is installed into, such as /usr/local.
    """
    click.echo(script(shell), nl=False)
