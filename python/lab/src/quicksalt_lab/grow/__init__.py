"""`quicksalt grow`: which function makes a program slow when its input grows.

`experiment` runs a command at several sizes, `growth` aligns the counts, `fit` computes exponents
and sums of terms, `origins` finds the functions that add a power of n, `inside` finds the inlined
function with the loop, `project` extrapolates to a larger n, `lines` analyses source lines and
inlined code, `report` holds the results, `words` formats sentences, `page` draws the HTML page.
"""

# May import: `valgrind`, `html`, `ruler`, `quicksalt_lab/*`.
