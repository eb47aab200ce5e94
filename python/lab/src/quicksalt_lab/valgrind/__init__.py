"""Run valgrind's tools and read their output; the basis of `grow` and `profile`.

`tool` runs programs, `callgrind` and `memcheck` read output files, `counts` holds the counts,
`graph` computes inclusive costs through recursion, `unnamed` and `inline` name stripped and inlined
functions.
"""

# May import: `ruler`, `quicksalt_lab/*`.
