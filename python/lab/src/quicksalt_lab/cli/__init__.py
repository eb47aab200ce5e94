"""The lab's commands and their shared exit codes, output, tables and progress."""

# May import: `grow`, `profile`, `valgrind`, `html`, `ruler`, `quicksalt_lab/*`.
