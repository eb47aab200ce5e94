//! Addresses: the position of a hash in a key (RFC 8391, section 2.5).

/// Length of an address in bytes.
pub(super) const ADDRESS_LEN: usize = 32;

/// The kind of a hashed value.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// A step of a chain of a one-time key.
    OneTime = 0,
    /// A node of the L-tree over the ends of the chains.
    LTree = 1,
    /// A node of the tree over the one-time keys.
    Tree = 2,
}

/// An address of eight words: layer, tree (two words), kind, three words that depend on the kind,
/// and the selector of key or mask.
#[derive(Clone, Copy)]
pub(super) struct Address([u32; 8]);

impl Address {
    /// Creates the address of a tree; layer 0 is the lowest.
    pub(super) const fn of_tree(layer: u32, tree: u64) -> Self {
        Self([layer, (tree >> 32) as u32, tree as u32, 0, 0, 0, 0, 0])
    }

    /// Returns an address of the given type in the same tree. For chains the three words are key, chain
    /// and step; for nodes of an L-tree the key, the height of the children and the index of the
    /// node; for nodes of the tree 0, and the same height and index.
    pub(super) const fn at(self, kind: Kind, words: [u32; 3]) -> Self {
        let [layer, high, low, ..] = self.0;
        let [first, second, third] = words;
        Self([layer, high, low, kind as u32, first, second, third, 0])
    }

    /// Encodes the address for the key (0) or one of the masks (1, 2) of its hash.
    pub(super) fn bytes(mut self, key_and_mask: u32) -> [u8; ADDRESS_LEN] {
        self.0[7] = key_and_mask;
        let mut bytes = [0; ADDRESS_LEN];
        for (four, word) in bytes.chunks_exact_mut(4).zip(self.0) {
            four.copy_from_slice(&word.to_be_bytes());
        }
        bytes
    }
}
