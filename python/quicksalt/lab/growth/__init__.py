"""How loading certificates grows with their number: our store and the peers of this machine.

In 2008 GnuTLS took 40 s for 206 files because one function did its whole work anew after every
file. This view repeats the experiment on whatever libraries there are.
"""
