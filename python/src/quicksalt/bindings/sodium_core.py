"""What libsodium wants before anything else."""


def sodium_init() -> None:
    """Do nothing: a candidate is tested when it is first needed, and no call waits for another."""
