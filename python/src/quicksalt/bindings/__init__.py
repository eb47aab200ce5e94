"""NaCl's functions under their NaCl names, and their constants.

Arguments, results and exceptions are the same as in `nacl.bindings` of PyNaCl 1.6.2, except:

- Arguments of type bytes may be any contiguous buffer, of any item type and shape; a non-contiguous
  buffer raises `BufferError`. `bytes`, and memoryviews of it, are read in place; any other buffer
  is copied once, and the copy is wiped.
- Lists and tuples of ints and cffi objects raise `TypeError`. Some functions of PyNaCl accept them
  through cffi.
- Invalid lengths raise a `ValueError` that names the argument. For negative ones PyNaCl raises the
  builtin `ValueError` or an `OverflowError`; beyond `sys.maxsize` it raises `OverflowError` or, in
  `sodium_unpad`, fails as for unpadded bytes. A length that exceeds the available memory raises
  `MemoryError`.
- Keys of a wrong length always raise `ValueError`, also in the functions where PyNaCl reads past
  their end: `crypto_scalarmult`, `crypto_scalarmult_base`, `crypto_sign`.
- `crypto_sign` raises `ValueError` for a secret key whose two halves do not belong together.
- A ciphertext shorter than a tag raises `CryptoError` in the `crypto_aead` functions.
- Functions that PyNaCl lacks: `crypto_auth`, `crypto_kdf`, `crypto_onetimeauth`, `crypto_stream`
  with all its ciphers, the cores of Salsa20, ChaCha20 and Keccak, boxes with XChaCha20, incremental
  hashes, `_detached` and `_keygen`. Verifying functions expect the tag first and return `True` or
  raise `CryptoError`; `_detached` functions return the ciphertext and the tag. `ic` is the number
  of the first block, the constants of a core are optional, and the state of Keccak is passed and
  returned as `bytes`.
- States of hashes return digests and signatures any number of times and accept more data
  afterwards. `crypto_generichash_STATEBYTES` and `crypto_sign_ed25519ph_STATEBYTES` are libsodium's
  values.

PyNaCl's submodules exist too. A submodule with the same name as a function is imported with the
package: the import system overwrites the attribute of that name with the submodule, and the package
must restore the function. The other submodules are imported on first use of one of their names.

All functions are native, except the functions with a state. They hold the GIL for short messages
and release it for work of some microseconds or more.
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
    # After the families: some of them wrap a native function.
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
        """Return a submodule, one of its names, a native function that PyNaCl lacks, or `__all__`."""
        if name in _COME_LATER:
            return _submodule(name)
        if name == "__all__":
            return globals().setdefault(name, __dir__())
        if name.startswith(_PREFIXES):
            for place in _places(name):
                # `getattr` would let the native module raise an explanation for some names.
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
    """Yield the modules that may define a name, the likeliest first."""
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
    # The import system also sets it as an attribute of the package.
    return __import__(f"{__name__}.{name}", fromlist=[name])
