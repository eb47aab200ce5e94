//! Roots of trees out of what a signature holds (RFC 8391, sections 4.1.5 and 4.1.10).

use alloc::vec::Vec;

use super::address::{Address, Kind};
use super::tweak::{Node, Tweak};
use crate::error::Result;

/// The leaf of a one-time key: the root of the L-tree over the ends of its chains. An odd last node
/// is lifted to the next level.
pub(super) fn leaf(tweak: Tweak<'_>, tree: Address, key: u32, mut row: Vec<Node>) -> Result<Node> {
    let mut height = 0;
    while row.len() > 1 {
        let pairs = (0..).zip(row.chunks(2)).map(|(index, pair)| match pair {
            [left, right] => tweak.join(tree.at(Kind::LTree, [key, height, index]), left, right),
            odd => Ok(odd[0]),
        });
        row = pairs.collect::<Result<_>>()?;
        height += 1;
    }
    Ok(row[0])
}

/// The root of the tree in which a leaf has these siblings on its way up.
pub(super) fn root(
    tweak: Tweak<'_>,
    tree: Address,
    key: u32,
    mut node: Node,
    path: &[u8],
) -> Result<Node> {
    for (height, sibling) in (0..).zip(path.chunks_exact(tweak.params.n())) {
        let address = tree.at(Kind::Tree, [0, height, key >> (height + 1)]);
        let sibling = tweak.node(sibling);
        node = if key >> height & 1 == 0 {
            tweak.join(address, &node, &sibling)?
        } else {
            tweak.join(address, &sibling, &node)?
        };
    }
    Ok(node)
}
