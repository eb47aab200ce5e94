"""NaCl-family cryptography that proves how fast it is."""
