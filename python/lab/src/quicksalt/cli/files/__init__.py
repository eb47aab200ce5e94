"""`quicksalt encrypt`, `decrypt` and `keygen`: files in the formats of other programs."""
