"""`quicksalt grow`: which function makes a program slow when its input grows.

`experiment` runs a command at several sizes, `growth` lines the counts up, `fit` finds exponents
and sums of terms, `origins` finds where a power of n enters, `inside` which inlined function that
is, `project` carries everything to a larger n, `lines` looks at source lines and inlined code,
`report` holds it, `words` says it, `page` draws it.
"""

# May import: `valgrind`, `html`, `ruler`, `quicksalt_lab/*`.
