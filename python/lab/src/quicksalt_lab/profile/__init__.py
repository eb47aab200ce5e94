"""`quicksalt profile`: where a program's instructions, time and memory go, and what it leaks.

`study` runs the program under everything and holds what came of it, `baseline` compares with an
earlier study, `stacks` lays the call graph out for the flame picture, `words` says it, `page` draws
it.
"""

# May import: `valgrind`, `html`, `ruler`, `quicksalt_lab/*`.
