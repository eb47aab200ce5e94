"""quicksalt against its peers: PyNaCl, libnacl and cryptography, where they are installed.

They are never dependencies. `further` has the functions of NaCl beyond the 18 of the table of 2012,
`objects` the classes on top of them, `pyca` what cryptography offers of both, `match` times them
and judges.
"""
