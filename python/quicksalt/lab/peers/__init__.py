"""quicksalt against its peers: PyNaCl, libnacl and cryptography, where they are installed.

They are never dependencies. `functions` has the 18 functions of NaCl, `objects` the classes on top
of them, `pyca` what cryptography offers of both, `match` times them and judges.
"""
