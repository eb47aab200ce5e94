use argon2::{Algorithm, Argon2, ParamsBuilder, Version};

use super::{Block, Input, Ops, PRIMITIVE, Params, selftest};
use crate::choose::{Contract, State, paint};
use crate::error::Error;
use crate::prim::testing::outcome;

#[test]
fn every_candidate_passes_its_selftest() {
    for index in 0..PRIMITIVE.len() {
        let state = PRIMITIVE.prove(index);
        assert!(matches!(state, State::Proven | State::Lacks(_)), "{:?}", PRIMITIVE.meta(index));
    }
}

/// RFC 9106, section 5.3.
#[test]
fn every_candidate_gives_the_tag_of_the_rfc() {
    let input = Input { passphrase: &[1; 32], salt: &[2; 16], secret: &[3; 8], data: &[4; 12] };
    let known = [
        0x0d, 0x64, 0x0d, 0xf5, 0x8d, 0x78, 0x76, 0x6c, 0x08, 0xc0, 0x37, 0xa3, 0x4a, 0x8b, 0x53,
        0xc9, 0xd0, 0x1e, 0xf0, 0x45, 0x2d, 0x75, 0xb6, 0x5e, 0xb5, 0x25, 0x20, 0xe9, 0x6b, 0x01,
        0xe6, 0x59,
    ];
    for candidate in PRIMITIVE.runnable() {
        let mut tag = [0; 32];
        let params = Params::new(32, 3, 4).unwrap();
        candidate.hash(params, &mut tag, &input).unwrap();
        assert_eq!(tag, known, "{}", candidate.meta().name);
    }
}

/// Memory, passes, lanes and length of the tag: the least there is, segments shorter and longer than a
/// block of addresses, memory that is no multiple of what the lanes take.
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
        let passphrase = paint(17 * number, 1);
        let (salt, secret) = (paint(8 + 5 * number, 2), paint(3 * number, 3));
        let data = &paint(32, 4)[..2 * number];
        let cost = ParamsBuilder::new()
            .m_cost(memory_kib)
            .t_cost(passes)
            .p_cost(lanes)
            .data(argon2::AssociatedData::new(data).unwrap())
            .build()
            .unwrap();
        let peer =
            Argon2::new_with_secret(&secret, Algorithm::Argon2id, Version::V0x13, cost).unwrap();
        let mut expected = vec![0; len];
        peer.hash_password_into(&passphrase, &salt, &mut expected).unwrap();
        let input = Input { passphrase: &passphrase, salt: &salt, secret: &secret, data };
        for candidate in PRIMITIVE.runnable() {
            let mut tag = vec![0; len];
            let params = Params::new(memory_kib, passes, lanes).unwrap();
            candidate.hash(params, &mut tag, &input).unwrap();
            assert_eq!(tag, expected, "{} {number}", candidate.meta().name);
        }
    }
}

#[test]
fn every_candidate_compresses_as_portable() {
    let [first, second, third] = [1, 2, 3].map(Block::painted);
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
fn a_compression_that_forgets_the_old_block_fails_the_selftest() {
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
fn what_the_rfc_does_not_allow_is_refused_by_name() {
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
        super::hash(params, out, &Input { passphrase: &[], salt, secret: &[], data: &[] })
    };
    let refused = |argument, expected, actual| Err(Error::Length { argument, expected, actual });
    assert_eq!(hash(&mut [0; 3], &[0; 8]), refused("out", "4 to 2^32 - 1", 3));
    assert_eq!(hash(&mut [0; 4], &[0; 7]), refused("salt", "8 to 2^32 - 1", 7));
    assert_eq!(hash(&mut [0; 4], &[0; 8]), Ok(()));
    assert!(format!("{:?}", Block::ZERO).ends_with("(..)"));
}

#[cfg(feature = "std")]
#[test]
fn it_ends_where_nobody_wants_it() {
    use core::cell::Cell;

    use crate::interrupt::while_wanted;

    let input = Input { passphrase: b"p", salt: &[0; 8], secret: &[], data: &[] };
    let params = Params::new(64 << 10, 1, 1).unwrap();
    let asked = Cell::new(0);
    let wanted = move || {
        asked.set(asked.get() + 1);
        asked.get() < 3
    };
    let ended = while_wanted(wanted, || super::hash(params, &mut [0; 32], &input));
    assert_eq!(ended, Err(Error::Interrupted));
}
