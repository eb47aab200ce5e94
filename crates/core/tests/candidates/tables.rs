//! Invariants of the candidate tables.

use quicksalt::choose::{Contract, Features, Meta};
use quicksalt::hazmat::PRIMITIVES;

fn metas(primitive: &'static dyn Contract) -> Vec<&'static Meta> {
    (0..primitive.len()).map(|i| primitive.meta(i)).collect()
}

/// Returns the metadata of a part such as `sha512/portable`.
fn part(name: &str) -> Option<&'static Meta> {
    let (primitive, candidate) = name.split_once('/')?;
    let primitive = PRIMITIVES.iter().find(|p| p.name() == primitive)?;
    metas(*primitive).into_iter().find(|meta| meta.name == candidate)
}

#[test]
fn portable_is_last_and_offers_every_operation() {
    for &primitive in PRIMITIVES {
        let last = primitive.len() - 1;
        let meta = primitive.meta(last);
        assert_eq!(meta.name, "portable", "{}", primitive.name());
        assert_eq!((meta.needs, meta.min_len), (Features::NONE, 0), "{}", primitive.name());
        for (index, operation) in primitive.operations().iter().enumerate() {
            let full = format!("{}.{}", primitive.name(), operation.name);
            assert!(primitive.offers(last, index), "portable does not offer {full}");
        }
        for name in meta.parts {
            assert!(name.ends_with("/portable"), "portable {} has {name}", primitive.name());
        }
    }
}

#[test]
fn names_are_unique_and_parts_exist() {
    for &primitive in PRIMITIVES {
        let metas = metas(primitive);
        // The self-test outcomes have room for 16 candidates.
        assert!(metas.len() <= 16, "{}", primitive.name());
        let mut names: Vec<_> = metas.iter().map(|meta| meta.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), metas.len(), "duplicate name in {}", primitive.name());
        for meta in metas {
            for &name in meta.parts {
                let part = part(name).unwrap_or_else(|| panic!("{}: no {name}", meta.name));
                let whole = format!("{}/{}", primitive.name(), meta.name);
                assert!(part.needs.met_by(meta.needs), "{whole} needs less than its part {name}");
            }
        }
    }
}

/// On no machine in `records/` is another candidate faster for these: vectors cannot speed up a
/// single message.
#[cfg(target_arch = "x86_64")]
const PORTABLE_ALONE: [&str; 3] = ["md5", "ripemd160", "siphash24"];

#[cfg(target_arch = "x86_64")]
#[test]
fn every_other_primitive_has_more_than_portable() {
    for &primitive in PRIMITIVES {
        let alone = PORTABLE_ALONE.contains(&primitive.name());
        assert_eq!(primitive.len() == 1, alone, "{}", primitive.name());
    }
}
