"""What can be read and written."""

from __future__ import annotations

from typing import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer as Buffer
