"""NaCl's functions under their NaCl names, and their constants.

Arguments, results and exceptions are those of `nacl.bindings` of PyNaCl 1.6.2, with these
differences:

- Any contiguous buffer is accepted where bytes are, of whatever items and dimensions, none
  included; one that is not contiguous is a `BufferError`. `bytes`, and memoryviews of it, are read
  where they are; all else is copied once, and the copy is wiped.
- Lists and tuples of ints and cffi's own objects are a `TypeError`. Some of PyNaCl's functions
  take them, because cffi does.
- Numbers that are no length are a `ValueError` that names the argument: negative ones, where
  PyNaCl's is the builtin one or an `OverflowError`, and those beyond `sys.maxsize`, where PyNaCl
  raises `OverflowError` or, in `sodium_unpad`, fails as for bytes without padding. One for which
  there is no memory is a `MemoryError`.
- Keys of a wrong length are a `ValueError` everywhere, also where PyNaCl reads past their end:
  `crypto_scalarmult`, `crypto_scalarmult_base`, `crypto_sign`.
- `crypto_sign` refuses a secret key whose two halves do not belong together, with `ValueError`.
- A ciphertext shorter than a tag is a `CryptoError` for the `crypto_aead` functions.
- `crypto_auth`, `crypto_kdf`, `crypto_onetimeauth`, `crypto_stream` with all its ciphers, the cores
  of Salsa20, ChaCha20 and Keccak, boxes over XChaCha20, hashes piece by piece, `_detached` and
  `_keygen`, which PyNaCl lacks, are here. The verifying ones take the tag first and return `True`
  or raise `CryptoError`; what is detached is returned as ciphertext and tag. `ic` is the number of
  the first block, a core's constants may be left out, and the state of Keccak is `bytes` in and
  out.
- States of hashes give digests and signatures any number of times, and take further pieces after
  that. `crypto_generichash_STATEBYTES` and `crypto_sign_ed25519ph_STATEBYTES` are libsodium's.

PyNaCl's submodules are here too. Those that bear the name of a function come with the package,
because the import system puts a submodule in the place of what has its name, and the function must
take it back; the others come when one of their names is first asked for.

All functions are native, but for those that take a state. They hold the interpreter for short
messages and let it go for work of some microseconds or more.
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
    # After the families: some write their own function around the native one.
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
"""The submodules that are imported when one of their names is asked for, by its beginning."""

_COME_LATER = (*_FAMILIES, "further", "hashing", "pieces", "sodium_core", "utils")

_PREFIXES = ("crypto_", "has_crypto_", "nacl_bindings_", "randombytes", "sodium_")
"""How the names of functions and constants begin."""


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Find a submodule, one of its names, a native function that PyNaCl lacks, or `__all__`."""
        if name in _COME_LATER:
            return _submodule(name)
        if name == "__all__":
            return globals().setdefault(name, __dir__())
        if name.startswith(_PREFIXES):
            for place in _places(name):
                # Asked otherwise, the native module says of some names where they are to be had.
                if name in vars(place):
                    return globals().setdefault(name, getattr(place, name))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the names of all functions and constants, loaded or not."""
    names = {*globals(), *dir(_native)}
    for name in _COME_LATER:
        names.update(dir(_submodule(name)))
    return sorted(name for name in names if name.startswith(_PREFIXES) and name not in _COME_LATER)


def _places(name: str) -> Iterator[ModuleType]:
    """Yield the modules that may have a name, the likeliest first."""
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
    # The import system makes it an attribute of the package, too.
    return __import__(f"{__name__}.{name}", fromlist=[name])
