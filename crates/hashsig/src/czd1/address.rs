//! What tells calls of the hash function apart (section 3 of the specification).

use crate::hash::personal::Personal;

/// What is hashed.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[repr(u8)]
pub(super) enum Kind {
    /// A step of a chain.
    Chain = b'C',
    /// The secret start of a chain.
    Start = b'X',
    /// The secret of a leaf.
    Leaf = b'S',
    /// The public key of a leaf: the ends of its chains.
    Ends = b'L',
    /// An inner node.
    Node = b'N',
    /// What a public key holds: all sizes and the topmost node.
    Root = b'P',
    /// The key of the randomisers.
    RandomiserKey = b'K',
    /// A randomiser.
    Randomiser = b'R',
    /// A message.
    Message = b'M',
    /// The secret of a tree.
    TreeSeed = b'T',
    /// The salt of a tree.
    TreeSalt = b'A',
}

/// The place of a call; whatever a kind has no use for is zero.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct Address {
    pub(super) kind: Kind,
    /// The level of the tree, from the top.
    pub(super) level: u8,
    /// How far above the leaves a node is.
    pub(super) height: u8,
    /// Of a leaf, or of a node among those of its height.
    pub(super) index: u32,
    pub(super) chain: u16,
    pub(super) step: u16,
}

impl Address {
    pub(super) const fn new(kind: Kind, level: u8) -> Self {
        Self { kind, level, height: 0, index: 0, chain: 0, step: 0 }
    }

    pub(super) const fn at(self, index: u32) -> Self {
        Self { index, ..self }
    }

    /// The personalisation: `cz1`, kind, level, height, two zeros, and the number.
    pub(super) fn personal(self) -> Personal {
        let mut personal = *b"cz1\0\0\0\0\0\0\0\0\0\0\0\0\0";
        personal[3] = self.kind as u8;
        personal[4] = self.level;
        personal[5] = self.height;
        personal[8..].copy_from_slice(&self.number().to_le_bytes());
        personal
    }

    /// Step, chain and index as a number: the next step has the next number.
    pub(super) fn number(self) -> u64 {
        u64::from(self.index) << 32 | u64::from(self.chain) << 16 | u64::from(self.step)
    }
}
