//! The format of the file that caches a key's trees in the folder of its store. The nodes in it are
//! public.
//!
//! The file begins with `quicksalt-trees` and a line feed. Then each tree has four little-endian
//! numbers: its level (4 bytes), its number on that level (8 bytes), the depth of its nodes (4
//! bytes) and the length of all its nodes (4 bytes). The nodes follow as returned by
//! [`Tree::level`]. A version 1 file contains only the nodes of the top tree.
//!
//! The decoded trees must be authentic. A wrong node in a tree below the top exposes the key,
//! because the leaf above would then sign two different public keys.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::reader::Reader;
use crate::trees::{Levels, SecretKey, Tree, TreeId};

const MAGIC: &[u8; 16] = b"quicksalt-trees\n";

/// The cached nodes of a tree.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Kept {
    id: TreeId,
    depth: u32,
    nodes: Vec<u8>,
}

impl Kept {
    pub(super) const fn id(&self) -> TreeId {
        self.id
    }

    /// Returns the tree, or `None` if the number of nodes is wrong.
    pub(super) fn tree(self, secret: &SecretKey) -> Option<Arc<Tree>> {
        let seed = secret.tree(self.id).ok()?;
        let is_whole = self.depth == seed.default_depth();
        let tree = is_whole.then(|| Tree::from_level(seed, self.depth, self.nodes))?;
        tree.ok().map(Arc::new)
    }
}

/// Encodes trees in order.
pub(super) fn encode<'a>(trees: impl IntoIterator<Item = (TreeId, &'a Tree)>) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for (TreeId { level, number }, tree) in trees {
        let nodes = tree.level();
        bytes.extend((level as u32).to_le_bytes());
        bytes.extend(number.to_le_bytes());
        bytes.extend(tree.depth().to_le_bytes());
        bytes.extend((nodes.len() as u32).to_le_bytes());
        bytes.extend_from_slice(nodes);
    }
    bytes
}

/// Decodes the trees of a key, with the top tree first. Returns no trees for bytes that [`encode`]
/// did not write.
pub(super) fn decode(bytes: Vec<u8>, secret: &SecretKey) -> Vec<Kept> {
    match bytes.strip_prefix(MAGIC) {
        Some(trees) => read(Reader::new(trees), secret.levels()).unwrap_or_default(),
        None => first_version(bytes, secret).into_iter().collect(),
    }
}

fn read(mut rest: Reader<'_>, levels: &Levels) -> Option<Vec<Kept>> {
    let mut trees = Vec::new();
    while !rest.rest().is_empty() {
        let id = TreeId { level: rest.u32_le()? as usize, number: rest.u64_le()? };
        levels.span(id).ok()?;
        let depth = rest.u32_le()?;
        let len = rest.u32_le()? as usize;
        trees.push(Kept { id, depth, nodes: rest.take(len)?.to_vec() });
    }
    Some(trees)
}

fn first_version(nodes: Vec<u8>, secret: &SecretKey) -> Option<Kept> {
    let depth = secret.tree(TreeId::TOP).ok()?.default_depth();
    Some(Kept { id: TreeId::TOP, depth, nodes })
}
