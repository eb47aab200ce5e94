"""Repeat the experiment of 2008.

In 2008 GnuTLS took 40 s to load 206 certificates, because one function repeated its whole work
after every file; appending reduced the time to 0.29 s. `loaders` and `experiment` time quicksalt's
store and the peers on this machine with increasing numbers of `certificates`, `program` checks that
`grow` finds the fault in a small program and no fault in its repaired form, and `page` draws both.
"""

# May import: `quicksalt_lab/grow`, `quicksalt_lab/html`.
