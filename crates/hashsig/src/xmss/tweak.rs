//! The keyed and masked hash functions of a key (RFC 8391, section 5.1; SP 800-208, section 5).

use super::address::Address;
use super::params::Params;
use crate::error::Result;

/// The longest hash in bytes.
pub(super) const N_MAX: usize = 32;

/// A hash; the first `n` bytes count.
pub(super) type Node = [u8; N_MAX];

/// The four functions, told apart by a padded number in front.
#[derive(Clone, Copy)]
enum Function {
    Chain = 0,
    Node = 1,
    Message = 2,
    Pseudorandom = 3,
}

/// The hash functions under the SEED of a key.
#[derive(Clone, Copy)]
pub(super) struct Tweak<'a> {
    pub(super) params: Params,
    pub(super) seed: &'a [u8],
}

impl Tweak<'_> {
    /// A step of a chain: F.
    pub(super) fn step(self, address: Address, value: &Node) -> Result<Node> {
        let mut masked = self.pseudorandom(address, 1)?;
        xor(&mut masked, value);
        let key = self.pseudorandom(address, 0)?;
        self.hash(Function::Chain, &[self.cut(&key), self.cut(&masked)])
    }

    /// A node above two others: RAND_HASH.
    pub(super) fn join(self, address: Address, left: &Node, right: &Node) -> Result<Node> {
        let (mut first, mut second) =
            (self.pseudorandom(address, 1)?, self.pseudorandom(address, 2)?);
        xor(&mut first, left);
        xor(&mut second, right);
        let key = self.pseudorandom(address, 0)?;
        self.hash(Function::Node, &[self.cut(&key), self.cut(&first), self.cut(&second)])
    }

    /// The digest of a message: H_msg.
    pub(super) fn message(
        self,
        randomiser: &[u8],
        root: &[u8],
        index: u64,
        message: &[u8],
    ) -> Result<Node> {
        let mut padded = [0; N_MAX];
        let n = self.params.n();
        padded[n - 8..n].copy_from_slice(&index.to_be_bytes());
        self.hash(Function::Message, &[randomiser, root, &padded[..n], message])
    }

    fn pseudorandom(self, address: Address, key_and_mask: u32) -> Result<Node> {
        self.hash(Function::Pseudorandom, &[self.seed, &address.bytes(key_and_mask)])
    }

    /// The hash of a function's number, padded to `n` bytes for 32-byte hashes and to 4 for
    /// 24-byte ones, and then the parts, at most four.
    fn hash(self, function: Function, parts: &[&[u8]]) -> Result<Node> {
        let n = self.params.n();
        let mut pad = [0; N_MAX];
        let pad = &mut pad[..if n == N_MAX { n } else { 4 }];
        if let Some(last) = pad.last_mut() {
            *last = function as u8;
        }
        let mut all: [&[u8]; 5] = [pad, &[], &[], &[], &[]];
        for (slot, part) in all[1..].iter_mut().zip(parts) {
            *slot = part;
        }
        let mut node = [0; N_MAX];
        self.params.family().hash().digest(&mut node[..n], &all)?;
        Ok(node)
    }

    pub(super) fn cut(self, node: &Node) -> &[u8] {
        &node[..self.params.n()]
    }

    /// A node out of `n` bytes.
    pub(super) fn node(self, bytes: &[u8]) -> Node {
        let mut node = [0; N_MAX];
        node[..self.params.n()].copy_from_slice(bytes);
        node
    }
}

fn xor(into: &mut Node, other: &Node) {
    for (byte, other) in into.iter_mut().zip(other) {
        *byte ^= other;
    }
}
