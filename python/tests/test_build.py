"""Features that must be compiled into the shipped native module."""

import platform

import pytest

from quicksalt import _native


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="x86-64 only")
def test_dalek_has_its_avx512_backend() -> None:
    """A flag in .cargo/config.toml enables it; a build without the flag is slower."""
    assert _native.machine()["dalek_avx512"] is True
