//! Key derivation: refused arguments, progress and cancellation.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

extern crate alloc;

use alloc::rc::Rc;
use core::cell::Cell;

use quicksalt::interrupt::{told, while_wanted};
use quicksalt::nacl::{auth, hkdf, kdf, pbkdf2};
use quicksalt::{Error, Result};

/// Returns the argument and the actual length of a length error.
fn refused(result: Result<()>) -> (&'static str, usize) {
    match result {
        Err(Error::Length { argument, actual, .. }) => (argument, actual),
        other => panic!("expected a length error, not {other:?}"),
    }
}

/// T(1) takes one call if `info` is short, and otherwise a prepared key; a longer output begins
/// with T(1).
#[test]
fn the_first_bytes_of_hkdf_do_not_depend_on_the_output_length() {
    for info in [0, 1, 100, 254, 255, 256, 257, 1000].map(|len| vec![7; len]) {
        let (mut long, prk) = ([0; 200], [9; 64]);
        hkdf::sha256_expand(&mut long, &prk, &info).unwrap();
        let (one, _) = long.split_at(hkdf::SHA256_PRK_LEN);
        let tag = auth::hmac_sha256(&[&info[..], &[1]].concat(), &prk).unwrap();
        assert_eq!(one, tag);
        for len in [0, 1, 31, 32] {
            let mut short = vec![0; len];
            hkdf::sha256_expand(&mut short, &prk, &info).unwrap();
            assert_eq!(short, one[..len]);
        }
        hkdf::sha512_expand(&mut long, &prk, &info).unwrap();
        let (one, _) = long.split_at(hkdf::SHA512_PRK_LEN);
        let tag = auth::hmac_sha512(&[&info[..], &[1]].concat(), &prk).unwrap();
        assert_eq!(one, tag);
        for len in [0, 1, 63, 64] {
            let mut short = vec![0; len];
            hkdf::sha512_expand(&mut short, &prk, &info).unwrap();
            assert_eq!(short, one[..len]);
        }
    }
}

#[test]
fn hkdf_refuses_invalid_lengths() {
    let mut out = vec![0; hkdf::SHA512_MAX + 1];
    assert_eq!(hkdf::sha256(&mut out[..hkdf::SHA256_MAX], b"i", b"", b""), Ok(()));
    let longer = hkdf::sha256(&mut out[..=hkdf::SHA256_MAX], b"i", b"", b"");
    assert_eq!(refused(longer), ("out", hkdf::SHA256_MAX + 1));
    assert_eq!(hkdf::sha512(&mut out[..hkdf::SHA512_MAX], b"i", b"", b""), Ok(()));
    assert_eq!(refused(hkdf::sha512(&mut out, b"i", b"", b"")), ("out", hkdf::SHA512_MAX + 1));
    assert_eq!(refused(hkdf::sha256_expand(&mut [0; 32], &[1; 31], b"")), ("prk", 31));
    assert_eq!(refused(hkdf::sha512_expand(&mut [0; 32], &[1; 63], b"")), ("prk", 63));
    assert_eq!(hkdf::sha256(&mut [], b"i", b"", b""), Ok(()));
}

#[test]
fn subkeys_have_16_to_64_bytes_and_differ() {
    let key = kdf::Key::from([7; 32]);
    for len in [0, 15, 65] {
        let derived = kdf::derive_from_key(&mut vec![0; len], 1, b"contexts", &key);
        assert_eq!(refused(derived), ("subkey", len));
    }
    let subkey = |id, context| {
        let mut subkey = [0; 64];
        kdf::derive_from_key(&mut subkey, id, context, &key).unwrap();
        subkey
    };
    let seen = [subkey(1, b"contexts"), subkey(2, b"contexts"), subkey(1, b"contextt")];
    assert!(seen[0] != seen[1] && seen[0] != seen[2] && seen[1] != seen[2]);
}

#[test]
fn pbkdf2_refuses_zero_iterations_and_empty_output() {
    let none = pbkdf2::sha256(&mut [0; 32], b"p", b"s", 0);
    assert!(matches!(none, Err(Error::Parameter { argument: "iterations", actual: 0, .. })));
    assert_eq!(refused(pbkdf2::sha256(&mut [], b"p", b"s", 1)), ("out", 0));
    assert_eq!(refused(pbkdf2::sha512(&mut [], b"p", b"s", 1)), ("out", 0));
}

#[test]
fn pbkdf2_of_one_iteration_is_the_tag_of_salt_and_block_number() {
    let mut out = [0; 40];
    pbkdf2::sha256(&mut out, b"p", b"salt", 1).unwrap();
    let first = auth::hmac_sha256(b"salt\0\0\0\x01", b"p").unwrap();
    let second = auth::hmac_sha256(b"salt\0\0\0\x02", b"p").unwrap();
    assert_eq!(out[..32], first);
    assert_eq!(out[32..], second[..8]);
}

#[test]
fn pbkdf2_reports_progress_and_can_be_cancelled() {
    let shares = Rc::new(Cell::new((0, 0.0)));
    let seen = Rc::clone(&shares);
    // Three times in each of the blocks.
    let until_the_second = move || {
        let (asked, before) = seen.get();
        let share = told().unwrap();
        assert!(share > before && share <= 1.0, "{share} after {before}");
        seen.set((asked + 1, share));
        asked < 4
    };
    let mut out = [0; 70];
    let ended = while_wanted(until_the_second, || pbkdf2::sha256(&mut out, b"p", b"s", 20_000));
    assert_eq!((ended, shares.get().0), (Err(Error::Interrupted), 5));
    assert_eq!(out, [0; 70], "a cancelled call left output behind");
}
