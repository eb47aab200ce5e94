"""Valgrind's tools run, and what they write read: the ground of `lab.grow` and `lab.profile`.

`tool` runs programs, `callgrind` and `memcheck` read, `counts` holds what was counted, `graph`
computes inclusive costs through recursion, `unnamed` and `inline` name what the linker or the
compiler left without a name.
"""

# May import: `ruler`, `quicksalt_lab/*`.
