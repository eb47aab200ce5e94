"""Compare quicksalt with its peers PyNaCl, libnacl and cryptography, if installed.

quicksalt never depends on its peers. `further` has the NaCl functions beyond the 18 of the 2012
table, `objects` has the classes on top of them, and `pyca` has cryptography's equivalents. `match`
times and judges all rows.
"""
