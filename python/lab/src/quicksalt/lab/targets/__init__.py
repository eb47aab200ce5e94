"""The measurement of 2019, repeatable: one set of functions, native, WebAssembly and JavaScript.

`work` says what all do, `find` who is there, `race` times them, `sizes` weighs the modules. The
children are `native.c`, `in_wasmtime`, `in_chromium` and, in Node, `child.mjs`.
"""

# May import: `python/src`, `quicksalt_lab/*`, `quicksalt_lab/ruler`,
# `quicksalt_lab/html`.
