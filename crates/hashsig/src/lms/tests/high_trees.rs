//! Trees too high for storing all nodes.

use super::super::{Family, Height, Params, Width};
use super::{QUICK, secret};
use crate::error::Error;
use crate::trees::{TreeBuilder, TreeId, TreeSeed};

fn seed(height: Height) -> TreeSeed {
    let params = Params { family: Family::Sha256N32, height, width: Width::W1 };
    secret(&[params]).tree(TreeId::TOP).unwrap()
}

#[test]
fn invalid_depths_and_ranges_are_refused() {
    let seed = seed(Height::H15);
    assert_eq!(seed.least_depth(), 5);
    for depth in [0, 4, 16, 40] {
        assert!(matches!(seed.nodes(depth, 0..1), Err(Error::Parameter { .. })), "{depth}");
        assert!(matches!(TreeBuilder::new(seed.clone(), depth), Err(Error::Parameter { .. })));
    }
    assert!(matches!(seed.nodes(15, 0..32_769), Err(Error::Parameter { .. })));
    assert!(matches!(seed.nodes(15, 32_769..u32::MAX), Err(Error::Parameter { .. })));
    assert!(TreeSeed::new(QUICK, [0; 16], &[0; 32]).is_err());
}

#[test]
fn high_trees_store_at_most_a_few_mebibytes() {
    let depth = |height| seed(height).default_depth();
    let depths = [Height::H5, Height::H15, Height::H20, Height::H25].map(depth);
    assert_eq!(depths, [5, 15, 16, 16]);
    assert!(seed(Height::H25).least_depth() <= 16);
}
