"""The experiment of 2008, repeatable.

In that year GnuTLS took 40 s to load 206 certificates, because one function did its whole work anew
after every file; appending made it 0.29 s. `loaders` and `experiment` have the ruler time our store
and the peers of this machine on more and more `certificates`, `program` lets `lab.grow` find the
fault in a small program and none in its repaired form, `page` draws both.
"""

# May import: `quicksalt_lab/grow`, `quicksalt_lab/html`.
