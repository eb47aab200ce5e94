"""`quicksalt profile`: a program's instructions, time, memory and leaks.

`study` runs the program under all tools and holds the results, `baseline` compares with an
earlier study, `stacks` builds call stacks for the flame graph, `words` formats sentences, `page`
draws the HTML page.
"""

# May import: `valgrind`, `html`, `ruler`, `quicksalt_lab/*`.
