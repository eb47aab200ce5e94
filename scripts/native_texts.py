"""A griffe extension: the site's reference shows what the native module says of its objects.

Their types stand in `_native.pyi`, which griffe reads; their texts are in the compiled module.
"""

from __future__ import annotations

import griffe

from quicksalt import _native

MODULE = f"{_native.__name__}."


class NativeTexts(griffe.Extension):  # type: ignore[misc, unused-ignore]
    """Gives the objects of `_native.pyi` the texts of those of the native module."""

    def on_object(self, *, obj: griffe.Object, **_rest: object) -> None:
        """Take the text, where there is one."""
        if not obj.path.startswith(MODULE) or obj.docstring is not None:
            return
        found: object = _native
        for name in obj.path.removeprefix(MODULE).split("."):
            found = getattr(found, name, None)
        # A constant has the text of its type.
        if found is not None and found.__doc__ != type(found).__doc__:
            obj.docstring = griffe.Docstring(found.__doc__ or "", parent=obj)
