"""The views of quicksalt's own cryptography, measured with the ruler of `quicksalt_lab`.

They choose competitors and read the outcome. Nothing here draws on a terminal.
"""

# May import: `python/src`, `signatures/src`, `quicksalt_lab/*`,
# `quicksalt_lab/ruler`, `quicksalt_lab/valgrind`.
