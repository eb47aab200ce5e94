"""A griffe extension that adds the native module's docstrings to the site's reference.

griffe reads the types from `_native.pyi`; the docstrings are in the compiled module.
"""

from __future__ import annotations

import griffe

from quicksalt import _native

MODULE = f"{_native.__name__}."


class NativeTexts(griffe.Extension):  # type: ignore[misc, unused-ignore]
    """Copies docstrings of the native module to the objects of `_native.pyi`."""

    def on_object(self, *, obj: griffe.Object, **_rest: object) -> None:
        """Copy the docstring, if there is one."""
        if not obj.path.startswith(MODULE) or obj.docstring is not None:
            return
        found: object = _native
        for name in obj.path.removeprefix(MODULE).split("."):
            found = getattr(found, name, None)
        # For a constant, Python returns the docstring of its type.
        if found is not None and found.__doc__ != type(found).__doc__:
            obj.docstring = griffe.Docstring(found.__doc__ or "", parent=obj)
