"""What libsodium wants before anything else."""

__all__ = ["sodium_init"]


def sodium_init() -> None:
    """Do nothing: a candidate is tested when it is first needed, and no call waits for another."""
