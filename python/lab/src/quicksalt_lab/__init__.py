"""A lab for any program: one ruler, and what finds out why a program is slow.

`ruler` times competitors and judges, `valgrind` runs valgrind's tools and reads them, `grow` names
the function that makes a program slow on large input, `profile` looks at one program from all
sides, `html` draws pages, `cli` holds the commands. Nothing here knows any cryptography or imports
quicksalt, whose own views stand in `quicksalt.lab`.
"""
