//! Trees built in work units smaller than a one-time key.

use super::super::{Family, Height, Params, Width};
use super::secret;
use crate::trees::{Tree, TreeBuilder, TreeId};

/// For every family and width.
#[test]
fn work_units_build_the_tree() {
    for (family, width, step) in [
        (Family::Sha256N32, Width::W8, 7),
        (Family::Sha256N32, Width::W8, 16),
        (Family::Sha256N24, Width::W4, 1),
        (Family::Sha256N24, Width::W4, 3),
        (Family::Sha256N32, Width::W2, 1),
        (Family::Sha256N24, Width::W1, 5),
        (Family::Shake256N24, Width::W4, 6),
    ] {
        let params = Params { family, height: Height::H5, width };
        let seed = || secret(&[params]).tree(TreeId::TOP).unwrap();
        let whole = Tree::generate(seed()).unwrap();
        let builder = TreeBuilder::new(seed(), 2).unwrap();
        while builder.advance(step).unwrap() > 0 {}
        assert_eq!(builder.tree().unwrap().public_key(), whole.public_key());
    }
}
