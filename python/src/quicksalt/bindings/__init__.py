"""NaCl's functions and constants under their NaCl names.

Arguments, results and exceptions are the same as in `nacl.bindings` of PyNaCl 1.6.2, except:

- Arguments of type bytes may be any contiguous buffer, of any item type and shape; a non-contiguous
  buffer raises `BufferError`. `bytes`, and memoryviews of it, are read in place; any other buffer
  is copied once, and the copy is wiped.
- Lists and tuples of ints and cffi objects raise `TypeError`. Some functions of PyNaCl accept them
  through cffi.
- Invalid lengths raise a `ValueError` that names the argument. For a negative length, PyNaCl raises
  the builtin `ValueError` or an `OverflowError`. For a length beyond `sys.maxsize`, PyNaCl raises
  `OverflowError`; its `sodium_unpad` reports missing padding instead. A length that exceeds the
  available memory raises
  `MemoryError`.
- Keys of a wrong length always raise `ValueError`, also in the functions where PyNaCl reads past
  their end: `crypto_scalarmult`, `crypto_scalarmult_base`, `crypto_sign`.
- `crypto_sign` raises `ValueError` if the public half of a secret key does not match its seed.
- A ciphertext shorter than a tag raises `CryptoError` in the `crypto_aead` functions.
- This package also has functions that PyNaCl lacks: `crypto_auth`, `crypto_kdf`,
  `crypto_onetimeauth`, `crypto_stream` with all its ciphers, the core functions of Salsa20,
  ChaCha20 and Keccak, boxes with XChaCha20, incremental hashes, and functions with the suffixes
  `_detached` and `_keygen`. Verifying functions expect the tag first and return `True` or raise
  `CryptoError`; `_detached` functions return the ciphertext and the tag. The argument `ic` is the
  number of the first block. The constants of a core function are optional. A Keccak state is passed
  and returned as `bytes`.
- A hash state can return its digest or signature any number of times, and accepts more data
  afterwards. `crypto_generichash_STATEBYTES` and `crypto_sign_ed25519ph_STATEBYTES` are libsodium's
  values.

PyNaCl's submodules exist too. If a submodule has the same name as a function, the package imports
it immediately: importing it overwrites the attribute of that name, and the package must then
restore the function. All other submodules are imported on first use of one of their names.

All functions without a state are native. They hold the GIL for short messages, and release it if
the work takes some microseconds or more.
"""

# May import: `quicksalt/*`.

from __future__ import annotations

from quicksalt import _native
from quicksalt.bindings.crypto_box import *
from quicksalt.bindings.crypto_hash import *
from quicksalt.bindings.crypto_scalarmult import *
from quicksalt.bindings.crypto_secretbox import *
from quicksalt.bindings.crypto_sign import *
from quicksalt.bindings.randombytes import *

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from quicksalt.bindings.crypto_aead import *
    from quicksalt.bindings.crypto_core import *
    from quicksalt.bindings.crypto_generichash import *
    from quicksalt.bindings.crypto_kx import *
    from quicksalt.bindings.crypto_pwhash import *
    from quicksalt.bindings.crypto_secretstream import *
    from quicksalt.bindings.further import *
    from quicksalt.bindings.hashing import *
    from quicksalt.bindings.pieces import *
    from quicksalt.bindings.sodium_core import *
    from quicksalt.bindings.utils import *

if TYPE_CHECKING:
    # This import must follow the imports above, because some of those modules wrap a native
    # function.
    from quicksalt._native import *  # type: ignore[assignment]

_FAMILIES = (
    "crypto_aead",
    "crypto_core",
    "crypto_generichash",
    "crypto_kx",
    "crypto_pwhash",
    "crypto_secretstream",
    "crypto_shorthash",
)
"""The submodules that are imported on first use of one of their names, by name prefix."""

_COME_LATER = (*_FAMILIES, "further", "hashing", "pieces", "sodium_core", "utils")

_PREFIXES = ("crypto_", "has_crypto_", "nacl_bindings_", "randombytes", "sodium_")
"""The prefixes of the names of functions and constants."""


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Return a submodule, a name from a submodule, an extra native function, or `__all__`."""
        if name in _COME_LATER:
            return _submodule(name)
        if name == "__all__":
            return globals().setdefault(name, __dir__())
        if name.startswith(_PREFIXES):
            for place in _places(name):
                # Do not use `getattr`: for some names the native module raises its own exception.
                if name in vars(place):
                    return globals().setdefault(name, getattr(place, name))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the names of all functions and constants, imported or not."""
    names = {*globals(), *dir(_native)}
    for name in _COME_LATER:
        names.update(dir(_submodule(name)))
    return sorted(name for name in names if name.startswith(_PREFIXES) and name not in _COME_LATER)


def _places(name: str) -> Iterator[ModuleType]:
    """Yield the modules that may define a name, the most likely module first."""
    for family in _FAMILIES:
        if name.removeprefix("has_").startswith(f"{family}_"):
            yield _submodule(family)
    if name.startswith("sodium_"):
        yield _submodule("utils")
        yield _submodule("sodium_core")
    yield _native
    yield _submodule("pieces")
    yield _submodule("hashing")
    yield _submodule("further")


def _submodule(name: str) -> ModuleType:
    # The import system also sets the module as an attribute of the package.
    return __import__(f"{__name__}.{name}", fromlist=[name])
