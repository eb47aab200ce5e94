//! Damaged bundles and revocation lists with a fixed seed; `make fuzz` uses other seeds.

mod common;
#[path = "common/mutate.rs"]
mod mutate;

use common::chains;
use mutate::{Random, check, check_lists, sample, templates};

#[test]
fn damaged_bundles() {
    let folder = common::Folder::new();
    let templates = templates();
    let mut random = Random(1);
    for _ in 0..3000 {
        let bytes = sample(&mut random, &templates);
        check(&mut random, &bytes, &folder.path("sample"));
    }
}

#[test]
fn damaged_revocation_lists() {
    let templates = templates();
    let mut random = Random(2);
    for _ in 0..3000 {
        check_lists(&mut random, &templates);
    }
}
