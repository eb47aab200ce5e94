"""`quicksalt hashsig`: keys and signatures in files."""
