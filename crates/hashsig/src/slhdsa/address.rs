//! Addresses: the position of a hash in a key (FIPS 205, sections 4.2 and 11.2).

/// Length of an address in bytes.
pub(super) const FULL: usize = 32;
/// Length of a compressed address, for the parameter sets with SHA-2.
pub(super) const COMPRESSED: usize = 22;

/// The kind of a hashed value.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// A step of a chain: F. Words: key pair, chain, step.
    Chain = 0,
    /// The ends of the chains of a one-time key: T_len. Words: key pair, 0, 0.
    ChainEnds = 1,
    /// A node of a tree of the hypertree: H. Words: 0, height, index.
    Tree = 2,
    /// A leaf or a node of a FORS tree: F or H. Words: key pair, height, index.
    ForsTree = 3,
    /// The roots of the FORS trees: T_k. Words: key pair, 0, 0.
    ForsRoots = 4,
    /// The secret start of a chain: PRF. Words: key pair, chain, 0.
    ChainStart = 5,
    /// The secret value under a FORS leaf: PRF. Words: key pair, 0, index.
    ForsSecret = 6,
}

/// An address: layer, tree, kind, and three words that depend on the kind.
#[derive(Clone, Copy)]
pub(super) struct Address {
    layer: u32,
    tree: u64,
    kind: Kind,
    words: [u32; 3],
}

impl Address {
    /// Creates the address of a tree; layer 0 is the lowest.
    pub(super) const fn of_tree(layer: u32, tree: u64) -> Self {
        Self { layer, tree, kind: Kind::Chain, words: [0; 3] }
    }

    /// Returns an address in the same tree.
    pub(super) const fn at(self, kind: Kind, words: [u32; 3]) -> Self {
        Self { kind, words, ..self }
    }

    /// Writes the address into [`FULL`] bytes or, compressed, into [`COMPRESSED`] bytes.
    pub(super) fn write(self, out: &mut [u8]) {
        let words = if out.len() == FULL {
            out[..4].copy_from_slice(&self.layer.to_be_bytes());
            out[4..8].fill(0);
            out[8..16].copy_from_slice(&self.tree.to_be_bytes());
            out[16..20].copy_from_slice(&(self.kind as u32).to_be_bytes());
            &mut out[20..]
        } else {
            out[0] = self.layer as u8;
            out[1..9].copy_from_slice(&self.tree.to_be_bytes());
            out[9] = self.kind as u8;
            &mut out[10..]
        };
        for (bytes, word) in words.as_chunks_mut().0.iter_mut().zip(self.words) {
            *bytes = word.to_be_bytes();
        }
    }
}
