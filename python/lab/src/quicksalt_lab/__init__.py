"""A performance lab for any program: measurement, and diagnosis of slow programs.

`ruler` times competitors and judges, `valgrind` runs valgrind's tools and reads their output,
`grow` names the function that makes a program slow on large input, `profile` measures one program's
time, memory and leaks, `html` draws pages, `cli` holds the commands. The package contains no
cryptography and does not import quicksalt; quicksalt's own measurements are in `quicksalt.lab`.
"""
