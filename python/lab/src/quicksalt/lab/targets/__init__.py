"""Repeat the measurement of 2019: the same functions native, in WebAssembly and in JavaScript.

`work` defines the tasks, `find` finds the targets, `race` times them, `sizes` measures module
sizes. The children are `native.c`, `in_wasmtime`, `in_chromium` and, in Node, `child.mjs`.
"""

# May import: `python/src`, `quicksalt_lab/*`, `quicksalt_lab/ruler`,
# `quicksalt_lab/html`.
