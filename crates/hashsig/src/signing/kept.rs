//! The file format of trees of public values that are kept beside a store.
//!
//! `quicksalt-trees` and a line feed, then of each tree: its level in 4 bytes, its number on the
//! level in 8, the depth of the nodes in 4, how many bytes these take in 4, all little-endian; the
//! nodes as [`Tree::level`] gives them. Files of the first version hold the nodes of the top tree
//! alone.
//!
//! What comes out of the bytes must be authentic. A tree that is signed by the one above it has the
//! right nodes or gives the key away: the leaf above it would have signed two things.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::reader::Reader;
use crate::trees::{Levels, SecretKey, Tree, TreeId};

const MAGIC: &[u8; 16] = b"quicksalt-trees\n";

/// Nodes of a tree.
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

    /// The tree, unless its nodes are too many or too few.
    pub(super) fn tree(self, secret: &SecretKey) -> Option<Arc<Tree>> {
        let seed = secret.tree(self.id).ok()?;
        let is_whole = self.depth == seed.default_depth();
        let tree = is_whole.then(|| Tree::from_level(seed, self.depth, self.nodes))?;
        tree.ok().map(Arc::new)
    }
}

/// Writes trees one after another.
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

/// Reads what [`encode`] wrote of trees of a key, the top tree first; none if it is anything else.
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
