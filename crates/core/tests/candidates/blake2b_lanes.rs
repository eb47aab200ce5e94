//! BLAKE2b chains in lanes against RustCrypto's `blake2`, one step at a time.

use blake2::Blake2bMac;
use blake2::digest::consts;
use blake2::digest::typenum::Unsigned;
use blake2::digest::{FixedOutput, KeyInit, Update};
use quicksalt::Error;
use quicksalt::choose::sample_bytes;
use quicksalt::hazmat::blake2b_lanes::{self, PRIMITIVE, Start};

use crate::common::arena::Arena;
use crate::common::candidates::subjects;
use crate::common::same;
use crate::common::shapes::{PLACES, place};

/// Counts around the lane numbers of every kernel.
const COUNTS: [usize; 20] =
    [0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 63, 65, 129];

/// Returns a digest by the crate, which encodes the digest length in its types.
fn rustcrypto(digest_len: usize, key: &[u8], message: &[u8]) -> Vec<u8> {
    macro_rules! of_each_length {
        ($($name:ident)*) => {
            match digest_len {
                $(len if len == consts::$name::USIZE => {
                    Blake2bMac::<consts::$name>::new_from_slice(key)
                        .unwrap()
                        .chain(message)
                        .finalize_fixed()
                        .to_vec()
                })*
                _ => panic!("no digest of {digest_len} bytes"),
            }
        };
    }
    #[rustfmt::skip]
    let digest = of_each_length!(
        U1 U2 U3 U4 U5 U6 U7 U8 U9 U10 U11 U12 U13 U14 U15 U16
        U17 U18 U19 U20 U21 U22 U23 U24 U25 U26 U27 U28 U29 U30 U31 U32
        U33 U34 U35 U36 U37 U38 U39 U40 U41 U42 U43 U44 U45 U46 U47 U48
        U49 U50 U51 U52 U53 U54 U55 U56 U57 U58 U59 U60 U61 U62 U63 U64
    );
    digest
}

/// Compares keyed chains at varying alignment.
fn chains(digest_len: usize, key_len: usize, count: usize, steps: u32) {
    let (key, values) = (sample_bytes(key_len, 1), sample_bytes(count * digest_len, count as u64));
    let mut expected = Vec::new();
    for value in values.chunks(digest_len) {
        let stepped = |value: Vec<u8>, _| rustcrypto(digest_len, &key, &value);
        expected.extend((0..steps).fold(value.to_vec(), stepped));
    }
    let mut arena = Arena::new(values.len());
    let start = Start::new(digest_len, &key).unwrap();
    for subject in subjects(&PRIMITIVE, "chains") {
        let context = || format!("{}: {count} chains of {digest_len} bytes", subject.name);
        for at in 0..PLACES {
            let mut window = place(&mut arena, at, 7 * count + 1, &values);
            subject.run.advance(&start, window.bytes_mut(), steps);
            same(window.bytes(), &expected, context);
            window.check(context);
        }
    }
}

#[test]
fn chains_of_every_width_agree() {
    for digest_len in 1..=64 {
        chains(digest_len, digest_len, 5, 2);
        chains(digest_len, 65 - digest_len, 20, 3);
    }
}

#[test]
fn every_number_of_chains_agrees() {
    for count in COUNTS {
        chains(20, 20, count, 3);
        chains(32, 1, count, 2);
        chains(64, 64, count, 1);
        chains(16, 16, count, 0);
    }
}

#[test]
fn functions_choose_and_refuse() {
    let start = Start::new(20, &[1; 20]).unwrap();
    let mut values = [7; 40];
    assert_eq!(blake2b_lanes::advance(&start, &mut values, 1), Ok(()));
    same(&values[20..], &rustcrypto(20, &[1; 20], &[7; 20]), || "advance".into());
    assert_eq!(blake2b_lanes::advance(&start, &mut [], 1), Ok(()));
    let refused = |argument, expected, actual| Err(Error::Length { argument, expected, actual });
    for len in [19, 39] {
        let found = blake2b_lanes::advance(&start, &mut values[..len], 1);
        assert_eq!(found, refused("values", "a whole number of digests", len));
    }
    for len in [0, 65] {
        let made = Start::new(len, &[1; 20]).map(|_| ());
        assert_eq!(made, refused("digest_len", "1 to 64", len));
    }
    assert_eq!(Start::new(20, &[]).map(|_| ()), refused("key", "1 to 64", 0));
    assert_eq!(Start::new(20, &[1; 65]).map(|_| ()), refused("key", "0 to 64", 65));
}
