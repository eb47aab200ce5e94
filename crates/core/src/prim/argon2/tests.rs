use argon2::{Algorithm, Argon2, ParamsBuilder, Version};

use super::{Block, Fill, Input, Kind, Ops, PRIMITIVE, Params, fill, kat, selftest};
use crate::choose::{State, sample_bytes};
use crate::error::Error;
use crate::prim::selftest::checksum;
use crate::prim::testing::outcome;

/// The self-test stores checksums of tags; RustCrypto must give the same tags.
#[test]
fn selftest_tags_match_rustcrypto() {
    let sums = kat::TAGS.map(|(kind, (memory_kib, passes, lanes), len, _)| {
        let mut builder = ParamsBuilder::new();
        builder.m_cost(memory_kib).t_cost(passes).p_cost(lanes);
        let cost = builder.data(argon2::AssociatedData::new(&[4; 12]).unwrap()).build().unwrap();
        let theirs = KINDS.iter().find(|(ours, _)| *ours == kind).unwrap().1;
        let peer = Argon2::new_with_secret(&[3; 8], theirs, Version::V0x13, cost).unwrap();
        let mut tag = vec![0; len];
        peer.hash_password_into(&[1; 32], &[2; 16], &mut tag).unwrap();
        checksum(&tag)
    });
    assert_eq!(sums, kat::TAGS.map(|(_, _, _, known)| known), "{sums:#x?}");
}

/// The test vectors of RFC 9106, sections 5.1 to 5.3.
#[test]
fn every_candidate_gives_the_tags_of_the_rfc() {
    let input = Input { passphrase: &[1; 32], salt: &[2; 16], secret: &[3; 8], data: &[4; 12] };
    let known = [
        (Kind::D, "512b391b6f1162975371d30919734294f868e3be3984f3c1a13a4db9fabe4acb"),
        (Kind::I, "c814d9d1dc7f37aa13f0d77f2494bda1c8de6b016dd388d29952a4c4672b6ce8"),
        (Kind::Id, "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659"),
    ];
    let params = Params::new(32, 3, 4).unwrap();
    for (kind, known) in known {
        for candidate in PRIMITIVE.runnable() {
            let mut tag = [0; 32];
            candidate.hash(kind, params, &mut tag, &input).unwrap();
            assert_eq!(hex::encode(tag), known, "{kind:?} {}", candidate.meta().name);
        }
    }
}

/// Memory, passes, lanes and tag length: the minimum, segments shorter and longer than a block of
/// addresses, and memory that is not a multiple of the lanes' share.
const COSTS: [(u32, u32, u32, usize); 12] = [
    (8, 1, 1, 4),
    (8, 3, 1, 32),
    (9, 2, 1, 33),
    (15, 1, 1, 63),
    (24, 2, 3, 64),
    (43, 3, 5, 65),
    (64, 1, 2, 96),
    (511, 2, 1, 97),
    (513, 1, 1, 128),
    (1024, 3, 4, 32),
    (2000, 1, 3, 1000),
    (8192, 1, 1, 32),
];

#[test]
fn every_candidate_agrees_with_rustcrypto() {
    for (number, (memory_kib, passes, lanes, len)) in (0..).zip(COSTS) {
        let passphrase = sample_bytes(17 * number, 1);
        let (salt, secret) = (sample_bytes(8 + 5 * number, 2), sample_bytes(3 * number, 3));
        let data = &sample_bytes(32, 4)[..2 * number];
        let cost = ParamsBuilder::new()
            .m_cost(memory_kib)
            .t_cost(passes)
            .p_cost(lanes)
            .data(argon2::AssociatedData::new(data).unwrap())
            .build()
            .unwrap();
        for (kind, theirs) in KINDS {
            let peer =
                Argon2::new_with_secret(&secret, theirs, Version::V0x13, cost.clone()).unwrap();
            let mut expected = vec![0; len];
            peer.hash_password_into(&passphrase, &salt, &mut expected).unwrap();
            let input = Input { passphrase: &passphrase, salt: &salt, secret: &secret, data };
            for candidate in PRIMITIVE.runnable() {
                let mut tag = vec![0; len];
                let params = Params::new(memory_kib, passes, lanes).unwrap();
                candidate.hash(kind, params, &mut tag, &input).unwrap();
                assert_eq!(tag, expected, "{} {kind:?} {number}", candidate.meta().name);
            }
        }
    }
}

const KINDS: [(Kind, Algorithm); 3] =
    [(Kind::D, Algorithm::Argon2d), (Kind::I, Algorithm::Argon2i), (Kind::Id, Algorithm::Argon2id)];

#[test]
fn the_tag_is_the_same_for_any_number_of_threads() {
    let input = Input { passphrase: b"p", salt: &[7; 16], secret: &[], data: &[] };
    for (memory_kib, passes, lanes) in [(8, 1, 1), (300, 2, 3), (1000, 2, 5)] {
        let params = Params::new(memory_kib, passes, lanes).unwrap();
        for (kind, _) in KINDS {
            let [alone, two, many] = [1, 2, 7].map(|threads| {
                let candidate = PRIMITIVE.named("portable").unwrap();
                let mut tag = [0; 32];
                fill::hash(Fill { candidate, kind, params }, threads, &mut tag, &input).unwrap();
                tag
            });
            assert!(alone == two && alone == many, "{kind:?} {memory_kib} {lanes}");
        }
    }
}

/// A memory size that no machine has is rejected before any of it is used.
#[test]
fn rejects_more_memory_than_the_machine_has() {
    let input = Input { passphrase: b"p", salt: &[7; 16], secret: &[], data: &[] };
    for lanes in [1, (1 << 24) - 1] {
        let params = Params::new(u32::MAX, u32::MAX, lanes).unwrap();
        let done = super::hash(Kind::Id, params, &mut [0; 32], &input);
        assert_eq!(done, Err(Error::OutOfMemory));
    }
}

#[test]
fn every_candidate_compresses_as_portable() {
    let [first, second, third] = [1, 2, 3].map(Block::sample);
    let all_ones = Block([!0; 128]);
    for candidate in PRIMITIVE.runnable() {
        for (first, second) in
            [(&first, &second), (&Block::ZERO, &third), (&all_ones, &Block::ZERO)]
        {
            for onto in [false, true] {
                let (mut found, mut expected) = (third, third);
                candidate.compress(&mut found, first, second, onto);
                let portable = PRIMITIVE.named("portable").unwrap();
                portable.compress(&mut expected, first, second, onto);
                assert_eq!(found.0, expected.0, "{} {onto}", candidate.meta().name);
            }
        }
    }
}

#[test]
fn selftest_fails_if_compression_ignores_the_old_block() {
    fn forgets(out: &mut Block, first: &Block, second: &Block, _: bool) {
        portable(out, first, second, false);
    }
    fn portable(out: &mut Block, first: &Block, second: &Block, onto: bool) {
        PRIMITIVE.named("portable").unwrap().compress(out, first, second, onto);
    }
    assert_eq!(outcome(selftest, Ops { compress: forgets }), State::Failed);
    assert_eq!(outcome(selftest, Ops { compress: portable }), State::Proven);
}

#[test]
fn rejects_lengths_and_costs_outside_the_rfc() {
    let parameter = |result| match result {
        Err(Error::Parameter { argument, .. }) => argument,
        other => panic!("{other:?}"),
    };
    assert_eq!(parameter(Params::new(8, 0, 1)), "passes");
    assert_eq!(parameter(Params::new(8, 1, 0)), "lanes");
    assert_eq!(parameter(Params::new(u32::MAX, 1, 1 << 24)), "lanes");
    assert_eq!(parameter(Params::new(31, 1, 4)), "memory_kib");
    let params = Params::new(8, 1, 1).unwrap();
    let hash = |out: &mut [u8], salt: &[u8]| {
        super::hash(Kind::Id, params, out, &Input { passphrase: &[], salt, secret: &[], data: &[] })
    };
    let refused = |argument, expected, actual| Err(Error::Length { argument, expected, actual });
    assert_eq!(hash(&mut [0; 3], &[0; 8]), refused("out", "4 to 2^32 - 1", 3));
    assert_eq!(hash(&mut [0; 4], &[0; 7]), refused("salt", "8 to 2^32 - 1", 7));
    assert_eq!(hash(&mut [0; 4], &[0; 8]), Ok(()));
    assert!(format!("{:?}", Block::ZERO).ends_with("(..)"));
}

#[cfg(feature = "std")]
#[test]
fn stops_on_cancellation() {
    use core::cell::Cell;

    use crate::interrupt::while_wanted;

    let input = Input { passphrase: b"p", salt: &[0; 8], secret: &[], data: &[] };
    for lanes in [1, 2, 3] {
        let params = Params::new(64 << 10, 1, lanes).unwrap();
        let asked = Cell::new(0);
        let wanted = move || {
            asked.set(asked.get() + 1);
            asked.get() < 3
        };
        let ended = while_wanted(wanted, || super::hash(Kind::Id, params, &mut [0; 32], &input));
        assert_eq!(ended, Err(Error::Interrupted));
    }
}
