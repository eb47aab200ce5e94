use alloc::vec;

use super::{Chunk, PRIMITIVE, Params, hash, hash_by, lane};
use crate::choose::sample_bytes;
use crate::error::Error;

/// The test vectors of RFC 7914, section 12, except the last, which needs a gibibyte.
#[test]
fn every_candidate_gives_the_keys_of_the_rfc() {
    let known: [(&[u8], &[u8], u64, u32, u32, &str); 3] = [
        (
            b"",
            b"",
            16,
            1,
            1,
            "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442\
             fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906",
        ),
        (
            b"password",
            b"NaCl",
            1024,
            8,
            16,
            "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162\
             2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640",
        ),
        (
            b"pleaseletmein",
            b"SodiumChloride",
            16384,
            8,
            1,
            "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2\
             d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887",
        ),
    ];
    for (password, salt, n, r, p, known) in known {
        for candidate in PRIMITIVE.runnable() {
            let mut key = [0; 64];
            let params = Params::new(n, r, p).unwrap();
            hash_by(candidate, params, u64::MAX, &mut key, password, salt).unwrap();
            assert_eq!(hex::encode(key), known, "{}", candidate.meta().name);
        }
    }
}

/// Each case has the base-2 logarithm of N, then r, p and the key length. The cases cover blocks
/// with one and with many pairs of chunks, the shortest vector V, and several lanes.
const COSTS: [(u8, u32, u32, usize); 10] = [
    (1, 1, 1, 1),
    (1, 8, 2, 31),
    (2, 3, 1, 32),
    (3, 1, 5, 33),
    (4, 3, 2, 65),
    (4, 8, 1, 64),
    (5, 2, 3, 65),
    (7, 5, 2, 100),
    (8, 33, 1, 200),
    (10, 8, 2, 32),
];

#[test]
fn every_candidate_agrees_with_rustcrypto() {
    for (number, (log_n, r, p, len)) in (0..).zip(COSTS) {
        let (password, salt) = (sample_bytes(23 * number, 1), sample_bytes(9 * number, 2));
        let mut expected = vec![0; len];
        let theirs = scrypt::Params::new(log_n, r, p).unwrap();
        scrypt::scrypt(&password, &salt, &theirs, &mut expected).unwrap();
        for candidate in PRIMITIVE.runnable() {
            let mut key = vec![0; len];
            let params = Params::new(1 << log_n, r, p).unwrap();
            hash_by(candidate, params, 0, &mut key, &password, &salt).unwrap();
            assert_eq!(key, expected, "{} {number}", candidate.meta().name);
        }
    }
}

#[test]
fn the_key_is_the_same_for_any_number_of_threads() {
    let params = Params::new(64, 2, 5).unwrap();
    let [alone, two, many] = [1, 2, 7].map(|threads| {
        let candidate = PRIMITIVE.named("portable").unwrap();
        let mut key = [0; 40];
        lane::hash(candidate, params, threads, &mut key, b"p", b"s").unwrap();
        key
    });
    assert!(alone == two && alone == many);
}

/// Every parallel lane needs memory.
#[test]
fn parallel_lanes_fit_into_memory() {
    let params = Params::new(1 << 20, 8, 4).unwrap();
    let of_lanes = |lanes: u128| 1024 * (((1 << 20) + 2) * lanes + 4);
    assert_eq!(params.memory(), of_lanes(1));
    for (most, threads) in [(0, 1), (of_lanes(2) - 1, 1), (of_lanes(4), 4), (u64::MAX.into(), 4)] {
        let found = lane::threads(params, most as u64);
        assert!(found >= 1 && found <= threads, "{most}: {found}");
    }
}

#[test]
fn rejected_parameters_are_named() {
    let refused = |n, r, p| match Params::new(n, r, p) {
        Err(Error::Parameter { argument, .. }) => argument,
        other => panic!("{other:?}"),
    };
    for n in [0, 1, 3, 48, u64::MAX] {
        assert_eq!(refused(n, 8, 1), "n");
    }
    assert_eq!((refused(1 << 16, 1, 1), refused(1 << 48, 3, 1)), ("n", "n"));
    assert_eq!((refused(2, 0, 1), refused(2, 1, 0), refused(2, 1 << 15, 1 << 15)), ("r", "p", "p"));
    for (n, r, p) in [(1 << 15, 1, 1), (1 << 63, 4, 1), (2, (1 << 30) - 1, 1)] {
        assert!(Params::new(n, r, p).is_ok(), "{n} {r} {p}");
    }
    assert!(format!("{:?}", Chunk::ZERO).ends_with("(..)"));
}

#[test]
fn excessive_memory_is_an_error() {
    for (n, r, p) in [(1 << 63, 4, 1), (1 << 40, 8, 1), (1 << 32, 1024, 1)] {
        let params = Params::new(n, r, p).unwrap();
        assert_eq!(hash(params, 0, &mut [0; 32], b"p", b"s"), Err(Error::OutOfMemory));
    }
}

#[cfg(feature = "std")]
#[test]
fn hashing_can_be_cancelled() {
    use core::cell::Cell;

    use crate::interrupt::while_wanted;

    for (n, r, p) in [(1 << 15, 8, 1), (1 << 14, 8, 3), (2, 8, 1 << 16)] {
        let params = Params::new(n, r, p).unwrap();
        for last in [2, 7] {
            let asked = Cell::new(0);
            let wanted = move || {
                asked.set(asked.get() + 1);
                asked.get() < last
            };
            let ended = while_wanted(wanted, || hash(params, u64::MAX, &mut [0; 32], b"p", b"s"));
            assert_eq!(ended, Err(Error::Interrupted));
        }
    }
}
