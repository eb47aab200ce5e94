"""The lab's commands, and what commands share: exit codes, output, tables, progress."""

# May import: `grow`, `profile`, `valgrind`, `html`, `ruler`, `quicksalt_lab/*`.
