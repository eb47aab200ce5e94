"""Published figures for the page's five stories, with author and date."""

from __future__ import annotations

IN_2012 = {
    "crypto_auth": (8.50, 7.95),
    "crypto_auth_verify": (8.49, 7.87),
    "crypto_box": (4640, 198.6),
    "crypto_box_keypair": (4570, 198.8),
    "crypto_box_open": (4650, 199.3),
    "crypto_hash_sha256": (0.899, 0.856),
    "crypto_hash_sha512": (1.54, 1.25),
    "crypto_onetimeauth": (49.1, 2.40),
    "crypto_onetimeauth_verify": (67.1, 2.42),
    "crypto_scalarmult": (4570, 191.9),
    "crypto_scalarmult_base": (4690, 192.8),
    "crypto_secretbox": (58.0, 5.09),
    "crypto_secretbox_open": (58.6, 5.64),
    "crypto_sign": (6280, 5950),
    "crypto_sign_seed_keypair": (6260, 5960),
    "crypto_sign_open": (16580, 15670),
    "crypto_stream": (5.53, 2.66),
    "crypto_stream_xor": (6.80, 2.27),
}
"""Microseconds with portable code and with the fastest code, by Brian Warner, 2012-01-19."""

IN_2023 = {"processes 1": 102, "threads 1": 130, "processes 2": 60, "threads 2": 152}
"""Wall time of 1024 one-time keys, in percent of the time without an executor, from the post on
CoinZdense of 2023."""

IN_2019 = {
    "crypto_scalarmult": "about 7",
    "crypto_scalarmult_base": "about 7",
    "crypto_sign_detached": "about 7",
    "crypto_sign_verify_detached": "about 7",
    "crypto_pwhash": "about 8",
}
"""Time of libsodium in WebAssembly over its native time, by Frank Denis, 2019-04-09."""

MODULE_IN_2019 = 278_330
"""Bytes of libsodium as a WebAssembly module in 2019."""

IN_2013 = {"kaesar": 166, "aes": 205}
"""Microseconds per block of AES-256-CBC in Emacs Lisp, by the author of kaesar: ten blocks took
1.66 ms and 2.05 ms."""

IN_2008 = (206, 40.0)
"""Certificates, and the seconds that GnuTLS took to load them, by Simon Josefsson."""
