//! Allocations never overlap, after any sequence of operations.

use core::ops::Range;

use quicksalt_hashsig::keyspace::{KeySpace, sub_seed};
use quicksalt_hashsig::store::{
    ALLOCATIONS_MAX, AllocatingStore, AllocationLedger, Error, KnownMinimum, NAME_MAX, Opening,
    Recovery, Secret, Store,
};

use super::choices::Random;
use super::issued::Issued;
use super::sim::{SimDisk, path, refused};

/// Checks that the free ranges of all allocations are disjoint and that all ranges and watermarks
/// are within bounds.
fn assert_disjoint(ledger: &AllocationLedger) {
    let own = ledger.allocation("").unwrap();
    let mut free: Vec<Range<u64>> = core::iter::once(own)
        .chain(ledger.allocations())
        .map(|allocation| allocation.next()..allocation.range().end)
        .filter(|range| !range.is_empty())
        .collect();
    free.sort_by_key(|range| range.start);
    assert!(free.windows(2).all(|pair| pair[0].end <= pair[1].start), "{free:?}");
    for allocation in ledger.allocations() {
        let whole = own.range();
        assert!(whole.start <= allocation.range().start && allocation.range().end <= whole.end);
        assert!((allocation.range().start..=allocation.range().end).contains(&allocation.next()));
    }
}

fn any_name(ledger: &AllocationLedger, random: &mut Random) -> String {
    let at = random.below(ledger.allocations().len() as u64 + 1) as usize;
    ledger.allocations().get(at).map_or(String::new(), |allocation| allocation.name().to_owned())
}

#[test]
fn nothing_is_given_out_twice_by_any_sequence() {
    let mut exhausted = 0;
    for seed in 0..2000 {
        let mut random = Random(seed);
        let (start, len) = (random.below(1 << 62), 1 + random.below(5000));
        let mut ledger = AllocationLedger::new(start..start + len).unwrap();
        let mut issued = Issued::default();
        for number in 0..60 {
            let (name, before) = (any_name(&ledger, &mut random), ledger.clone());
            let count = random.below(200);
            let result = match random.below(4) {
                0 => ledger.allocate(&name, &number.to_string(), count),
                _ => ledger.reserve(&name, count).inspect(|range| issued.add(range.clone())),
            };
            match result {
                Ok(range) => assert_eq!(range.end - range.start, count),
                Err(error) => {
                    assert_eq!(ledger, before, "{error}");
                    exhausted += u32::from(matches!(error, Error::Exhausted { .. }));
                }
            }
            assert_disjoint(&ledger);
        }
        let remaining = |ledger: &AllocationLedger| {
            let named: u64 =
                ledger.allocations().iter().map(|allocation| allocation.remaining()).sum();
            named + ledger.allocation("").unwrap().remaining()
        };
        let before = remaining(&ledger);
        ledger.skip(random.below(100));
        assert_disjoint(&ledger);
        assert!(remaining(&ledger) <= before);
    }
    assert!(exhausted > 1000, "{exhausted}");
}

/// The same with stores that are closed, reopened, and recovered from backups in between.
#[test]
fn nothing_is_given_out_twice_through_a_store() {
    for seed in 0..500 {
        let mut random = Random(seed);
        let disk = SimDisk::new();
        let mut store = disk.create(20_000).unwrap();
        let mut issued = Issued::default();
        for number in 0..40 {
            let name = any_name(store.ledger(), &mut random);
            let count = 1 + random.below(100);
            match random.below(12) {
                0..3 => drop(store.allocate(&name, &number.to_string(), count)),
                3 => {
                    drop(store);
                    store = disk.open().unwrap();
                }
                4 => {
                    let bytes = disk.world().backup(&path());
                    for _ in 0..random.below(4) {
                        let name = any_name(store.ledger(), &mut random);
                        if let Ok(reservation) = store.reserve_for(&name, 1 + random.below(100)) {
                            issued.take(reservation);
                        }
                    }
                    // The name is lost with the state, but its indices are not given out again.
                    if let Ok(range) = store.allocate("", &format!("lost {number}"), 10) {
                        issued.add(range);
                    }
                    drop(store);
                    disk.world().restore(&path(), &bytes, random.one_in(2));
                    store = disk.recover(500).unwrap();
                }
                _ => {
                    if let Ok(reservation) = store.reserve_for(&name, count) {
                        issued.take(reservation);
                    }
                }
            }
            assert_disjoint(store.ledger());
        }
    }
}

#[test]
fn the_ledger_only_grows() {
    let disk = SimDisk::new();
    let space = KeySpace::new(disk.create(1000).unwrap());
    let mut heads = vec![space.head().unwrap()];
    assert_eq!(space.allocate("mail", 100).unwrap(), 0..100);
    heads.push(space.head().unwrap());
    assert_eq!(space.split("mail", "mail/eu", 30).unwrap(), 0..30);
    heads.push(space.head().unwrap());
    let mut own = space.allocation("").unwrap();
    assert_eq!(own.reserve(1).unwrap().range(), 100..101);
    assert_eq!(space.allocation("mail/eu").unwrap().reserve(1).unwrap().range(), 0..1);
    assert_eq!(space.allocation("mail").unwrap().reserve(1).unwrap().range(), 30..31);
    let left: Vec<_> = space.remaining().unwrap();
    let left: Vec<_> = left.iter().map(|(name, left)| (name.as_str(), *left)).collect();
    assert_eq!(left, [("", 899), ("mail", 69), ("mail/eu", 29)]);
    // Signing does not change the head.
    assert_eq!(space.head().unwrap(), heads[2]);
    assert!(heads[0] != heads[1] && heads[1] != heads[2]);
    drop((space, own));
    let again = disk.open().unwrap();
    assert_eq!(again.ledger().head(), heads[2]);
    assert_eq!(again.ledger().allocation("mail/eu").unwrap().range(), 0..30);
}

#[test]
fn an_allocation_that_was_given_up_cannot_sign() {
    let seed = [7; 32];
    let space = KeySpace::new(SimDisk::new().create(1000).unwrap());
    space.allocate("mail", 100).unwrap();
    let _ = space.allocation("mail").unwrap().reserve(10).unwrap();
    let short = refused(space.sub_key(&seed, "mail", 91));
    assert!(matches!(short, Error::Exhausted { asked: 91, remaining: 90, .. }));
    let (_, range) = space.sub_key(&seed, "mail", 64).unwrap();
    assert_eq!(range, 10..100);
    // The allocation was used meanwhile, so the sub-key's range is only partly free.
    let _ = space.allocation("mail").unwrap().reserve(1).unwrap();
    assert!(matches!(refused(space.give_up("mail", &range)), Error::Range(_)));
    space.give_up("mail", &(11..100)).unwrap();
    assert!(matches!(refused(space.give_up("mail", &(11..100))), Error::Range(_)));
    let none = refused(space.sub_key(&seed, "mail", 0));
    assert!(matches!(none, Error::Exhausted { remaining: 0, .. }));
    assert!(matches!(refused(space.sub_key(&seed, "none", 1)), Error::UnknownName(_)));
    assert!(matches!(refused(space.sub_key(&seed, "", 1)), Error::Name(_)));
    assert_eq!(space.allocation("").unwrap().reserve(1).unwrap().range(), 100..101);
}

/// Two sub-keys never have the same seed, even after a backup is restored.
#[test]
fn a_recovery_never_repeats_a_seed() {
    let (seed, disk) = ([7; 32], SimDisk::new());
    let space = KeySpace::new(disk.create(1000).unwrap());
    space.allocate("mail", 100).unwrap();
    let backup = disk.world().backup(&path());
    let (first, range) = space.sub_key(&seed, "mail", 32).unwrap();
    space.give_up("mail", &range).unwrap();
    drop(space);
    disk.world().restore(&path(), &backup, true);
    let space = KeySpace::new(disk.recover(1).unwrap());
    let (second, range) = space.sub_key(&seed, "mail", 32).unwrap();
    assert_eq!(range, 1..100);
    assert_ne!(*first, *second);
}

#[test]
fn invalid_names_are_refused() {
    let space = KeySpace::new(SimDisk::new().create(1000).unwrap());
    let longest = "x".repeat(NAME_MAX);
    space.allocate(&longest, 1).unwrap();
    for name in ["", "a\nb", "a\0", &format!("{longest}x")] {
        assert!(matches!(refused(space.allocate(name, 1)), Error::Name(_)), "{name:?}");
    }
    assert!(matches!(refused(space.allocate(&longest, 1)), Error::NameTaken(_)));
    assert!(matches!(refused(space.split("mail", "mail/eu", 1)), Error::UnknownName(_)));
    assert!(matches!(refused(space.allocation("mail")), Error::UnknownName(_)));
    assert!(matches!(refused(space.allocate("none", 0)), Error::Range(_)));
    assert!(matches!(refused(space.allocate("all", 1000)), Error::Exhausted { .. }));
    assert_eq!(space.remaining().unwrap().len(), 2);
}

#[test]
fn the_number_of_allocations_is_limited() {
    let mut ledger = AllocationLedger::new(0..1 << 20).unwrap();
    for number in 0..ALLOCATIONS_MAX {
        ledger.allocate("", &number.to_string(), 1).unwrap();
    }
    assert!(matches!(refused(ledger.allocate("", "more", 1)), Error::TooLarge { .. }));
}

/// A delegate's seed yields the seeds below it, but no seed beside it.
#[test]
fn seeds_are_derived_only_downwards() {
    let seed = [7; 32];
    let space = KeySpace::new(SimDisk::new().create(1000).unwrap());
    for name in ["mail", "code"] {
        space.allocate(name, 100).unwrap();
    }
    space.split("mail", "mail/eu", 10).unwrap();
    let sub_key = |name| space.sub_key(&seed, name, 1).unwrap();
    let (mail, rest) = sub_key("mail");
    assert_eq!((&*mail, &rest), (&*sub_seed(&seed, "mail", &(10..100)).unwrap(), &(10..100)));
    let above = sub_seed(&seed, "mail", &(0..100)).unwrap();
    let (below, _) = sub_key("mail/eu");
    assert_eq!(*below, *sub_seed(&above, "mail/eu", &(0..10)).unwrap());
    let (code, _) = sub_key("code");
    let _ = space.allocation("mail").unwrap().reserve(1).unwrap();
    let (moved, _) = sub_key("mail");
    let all = [&seed, &*mail, &*above, &*below, &*code, &*moved];
    for (at, one) in all.iter().enumerate() {
        assert!(all[at + 1..].iter().all(|other| one != other));
    }
}

/// These values must never change, or sub-keys would be lost. They were computed with Python's
/// `hashlib.blake2b`.
#[test]
fn the_derivation_of_a_seed_is_unchanged() {
    let seed = sub_seed(&[7; 32], "mail", &(3..1000)).unwrap();
    assert_eq!(*seed, SUB_SEED);
    let mut ledger = AllocationLedger::new(3..2000).unwrap();
    ledger.allocate("", "mail", 997).unwrap();
    assert_eq!(ledger.head(), HEAD);
}

const SUB_SEED: [u8; 32] = [
    0x7c, 0x73, 0xc3, 0xb1, 0x24, 0xe9, 0x94, 0xe5, 0x46, 0x0b, 0xce, 0xf6, 0xed, 0x9b, 0xd0, 0x69,
    0xcc, 0x8d, 0xf2, 0x40, 0x76, 0x3a, 0xa6, 0xe1, 0x2f, 0x30, 0x2d, 0x01, 0xb2, 0x77, 0xa7, 0xdd,
];
const HEAD: [u8; 32] = [
    0xc0, 0x6d, 0x27, 0xe9, 0x12, 0x1c, 0x1a, 0x8c, 0x30, 0x60, 0xca, 0xfb, 0x3e, 0x6e, 0x70, 0x01,
    0x93, 0x3b, 0x09, 0x54, 0x39, 0xbb, 0xaf, 0x7a, 0x44, 0x2d, 0xf1, 0x63, 0xa0, 0xac, 0x79, 0xda,
];

#[test]
fn a_recovery_applies_the_known_minimum_to_the_root() {
    let disk = SimDisk::new();
    let mut store = disk.create(1000).unwrap();
    store.allocate("", "mail", 10).unwrap();
    drop(store);
    let known_minimum = KnownMinimum { index: 700, epoch: 0 };
    let opening = Opening { known_minimum, ..Opening::new(Secret::None) };
    let store = disk.recover_as(&opening, &Recovery::skip(3)).unwrap();
    assert_eq!(store.ledger().allocation("").unwrap().next(), 700);
    assert_eq!(store.ledger().allocation("mail").unwrap().next(), 3);
}
