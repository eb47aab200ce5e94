"""Compare quicksalt with its peers PyNaCl, libnacl and cryptography, if installed.

Peers are never dependencies. `further` has the NaCl functions beyond the 18 of the 2012 table,
`objects` the classes on top of them, `pyca` cryptography's equivalents, `match` times and judges.
"""
