"""The ruler, with which all figures are measured.

`measure` times competitors, `stats` judges, `result` keeps, `schema` writes and reads JSON, `card`
says on which machine, `units` prints. Nothing here draws on a terminal.
"""

# May import: `quicksalt_lab/*`.
