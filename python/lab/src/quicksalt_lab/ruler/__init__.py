"""The ruler, which measures all figures of the project.

`measure` times competitors, `stats` computes verdicts, `result` stores results, `schema` writes and
reads JSON, `card` describes the machine, `units` formats figures. Nothing here writes to a
terminal.
"""

# May import: `quicksalt_lab/*`.
