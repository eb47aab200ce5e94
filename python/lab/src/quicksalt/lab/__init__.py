"""Measurements of quicksalt's cryptography with the ruler of `quicksalt_lab`.

The modules choose competitors and evaluate the results; they do not write to a terminal.
"""

# May import: `python/src`, `signatures/src`, `quicksalt_lab/*`,
# `quicksalt_lab/ruler`, `quicksalt_lab/valgrind`.
