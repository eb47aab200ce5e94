//! ChaCha20 against RustCrypto's `chacha20`.

use chacha20::cipher::{KeyIvInit as _, StreamCipher as _, StreamCipherSeek as _};
use chacha20::{ChaCha20, ChaCha20Legacy};
use quicksalt::choose::{Runnable, sample_array};
use quicksalt::hazmat::Source;
use quicksalt::hazmat::chacha20::{Ops, PRIMITIVE};

use crate::common::candidates::subjects;
use crate::common::shapes::stream_in_pieces;
use crate::common::{same, sample_bytes, shapes};

fn call(run: Runnable<Ops>, out: &mut [u8], source: Source<'_>, seed: u64) {
    run.xor(&sample_array(seed), &sample_array(!seed), u64::from(seed as u32), out, source);
}

fn peer(bytes: &mut [u8], seed: u64) {
    let mut cipher = ChaCha20::new(&sample_array(seed).into(), &sample_array(!seed).into());
    cipher.seek(u64::from(seed as u32) * 64);
    cipher.apply_keystream(bytes);
}

#[test]
fn agrees_with_chacha20() {
    for operation in ["xor", "stream"] {
        shapes::stream(&PRIMITIVE, operation, call, peer);
    }
}

/// Compares the last blocks before the counter ends: a kernel that computes extra blocks must
/// handle the end. The crate refuses the last block, but its older cipher with a 64-bit counter
/// computes it: the state is the same if the first word of the nonce is zero.
#[test]
fn agrees_up_to_the_last_block() {
    for subject in subjects(&PRIMITIVE, "xor") {
        for len in 1..=1100_usize {
            let counter = (1_u64 << 32) - len.div_ceil(64) as u64;
            let (key, short): ([u8; 32], [u8; 8]) = (sample_array(counter), sample_array(!counter));
            let mut expected = sample_bytes(len);
            let mut cipher = ChaCha20Legacy::new(&key.into(), &short.into());
            cipher.seek(counter * 64);
            cipher.apply_keystream(&mut expected);
            let mut nonce = [0; 12];
            nonce[4..].copy_from_slice(&short);
            let mut found = sample_bytes(len);
            subject.run.xor(&key, &nonce, counter, &mut found, Source::InPlace);
            same(&found, &expected, || format!("{}, the last {len} bytes", subject.name));
        }
    }
}

#[test]
fn in_pieces_agrees_with_chacha20() {
    stream_in_pieces::<Ops>(
        &PRIMITIVE,
        |run, seed| {
            let mut stream = run.init(&sample_array(seed), &sample_array(!seed));
            stream.seek(u64::from(seed as u32));
            Box::new(move |out, source| stream.xor(out, source).unwrap())
        },
        peer,
    );
}

/// A refused call changes neither the output nor the position; seeking backwards is possible.
#[test]
fn a_stream_ends_with_its_last_block() {
    for subject in subjects(&PRIMITIVE, "xor") {
        let (key, nonce) = (sample_array(1), sample_array(2));
        let mut expected = [0; 64];
        subject.run.xor(&key, &nonce, u32::MAX.into(), &mut expected, Source::Zero);
        let mut stream = subject.run.init(&key, &nonce);
        stream.seek(u32::MAX.into());
        let mut out = [0xee; 65];
        assert!(stream.xor(&mut out, Source::Zero).is_err(), "{}", subject.name);
        assert_eq!(out, [0xee; 65]);
        stream.xor(&mut out[..10], Source::Zero).unwrap();
        assert!(stream.xor(&mut [0; 55], Source::Zero).is_err());
        stream.xor(&mut out[10..64], Source::Zero).unwrap();
        assert_eq!(out[..64], expected);
        assert!(stream.xor(&mut [0; 1], Source::Zero).is_err());
        stream.xor(&mut [], Source::Zero).unwrap();
        stream.seek(1 << 32);
        assert!(stream.xor(&mut [0; 1], Source::Zero).is_err());
        stream.seek(u32::MAX.into());
        stream.xor(&mut out[..64], Source::Zero).unwrap();
        assert_eq!(out[..64], expected, "{}", subject.name);
    }
}

/// Returns a varying start block, including blocks just before the low word of the counter
/// overflows.
fn from(seed: u64) -> u64 {
    [0, (1 << 32) - 1 - seed % 20, (1 << 40) + seed][(seed % 3) as usize]
}

#[test]
fn the_original_nonce_agrees_with_chacha20() {
    let call = |run: Runnable<Ops>, out: &mut [u8], source: Source<'_>, seed: u64| {
        let nonce: [u8; 8] = sample_array(!seed);
        run.xor_under(&sample_array(seed), &nonce, from(seed), out, source);
    };
    let peer = |bytes: &mut [u8], seed: u64| {
        let (key, nonce): ([u8; 32], [u8; 8]) = (sample_array(seed), sample_array(!seed));
        let mut cipher = ChaCha20Legacy::new(&key.into(), &nonce.into());
        cipher.seek(u128::from(from(seed)) * 64);
        cipher.apply_keystream(bytes);
    };
    shapes::stream(&PRIMITIVE, "xor", call, peer);
}

/// The peer's subkey comes from the crate's own HChaCha20; the rest is as above.
#[test]
fn the_extended_nonce_agrees_with_chacha20() {
    let call = |run: Runnable<Ops>, out: &mut [u8], source: Source<'_>, seed: u64| {
        let nonce: [u8; 24] = sample_array(!seed);
        run.xor_under(&sample_array(seed), &nonce, from(seed), out, source);
    };
    let peer = |bytes: &mut [u8], seed: u64| {
        let (key, nonce): ([u8; 32], [u8; 24]) = (sample_array(seed), sample_array(!seed));
        let (input, rest) = nonce.split_first_chunk::<16>().unwrap();
        let subkey = ::chacha20::hchacha::<::chacha20::R20>(&key.into(), input.into());
        let mut own = [0; 32];
        quicksalt::hazmat::chacha20::hchacha20(&key, &mut own, input);
        assert_eq!(own, <[u8; 32]>::from(subkey));
        let rest: [u8; 8] = rest.try_into().unwrap();
        let mut cipher = ChaCha20Legacy::new(&subkey, &rest.into());
        cipher.seek(u128::from(from(seed)) * 64);
        cipher.apply_keystream(bytes);
    };
    shapes::stream(&PRIMITIVE, "xor", call, peer);
}
