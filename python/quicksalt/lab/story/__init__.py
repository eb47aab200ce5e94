"""The experiment of 2008, repeatable.

In that year GnuTLS took 40 s to load 206 certificates, because one function recomputed the list of
their names after every file; callgrind's counts of calls gave it away, and appending the new names
made it 0.29 s (Simon Josefsson, "Real-world performance tuning with Callgrind"). `telling` counts
a small program with that fault, and its repaired form.
"""
