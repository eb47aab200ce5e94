//! ChaCha20 against RustCrypto's `chacha20`.

use chacha20::cipher::{KeyIvInit as _, StreamCipher as _, StreamCipherSeek as _};
use chacha20::{ChaCha20, ChaCha20Legacy};
use quicksalt::choose::{Runnable, painted};
use quicksalt::hazmat::Source;
use quicksalt::hazmat::chacha20::{Ops, PRIMITIVE};

use crate::common::candidates::subjects;
use crate::common::shapes::stream_in_pieces;
use crate::common::{paint, same, shapes};

fn call(run: Runnable<Ops>, out: &mut [u8], source: Source<'_>, seed: u64) {
    run.xor(&painted(seed), &painted(!seed), u64::from(seed as u32), out, source);
}

fn peer(bytes: &mut [u8], seed: u64) {
    let mut cipher = ChaCha20::new(&painted(seed).into(), &painted(!seed).into());
    cipher.seek(u64::from(seed as u32) * 64);
    cipher.apply_keystream(bytes);
}

#[test]
fn agrees_with_chacha20() {
    for operation in ["xor", "stream"] {
        shapes::stream(&PRIMITIVE, operation, call, peer);
    }
}

/// The last blocks that the counter can tell apart; a kernel that makes more than are asked for
/// must not stumble over the end. The crate refuses the very last block, but its older cipher with
/// a counter of 64 bits makes it: the same state, if the nonce's first word is zero.
#[test]
fn agrees_up_to_the_last_block() {
    for subject in subjects(&PRIMITIVE, "xor") {
        for len in 1..=1100_usize {
            let counter = (1_u64 << 32) - len.div_ceil(64) as u64;
            let (key, short): ([u8; 32], [u8; 8]) = (painted(counter), painted(!counter));
            let mut expected = paint(len);
            let mut cipher = ChaCha20Legacy::new(&key.into(), &short.into());
            cipher.seek(counter * 64);
            cipher.apply_keystream(&mut expected);
            let mut nonce = [0; 12];
            nonce[4..].copy_from_slice(&short);
            let mut found = paint(len);
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
            let mut stream = run.init(&painted(seed), &painted(!seed));
            stream.seek(u64::from(seed as u32));
            Box::new(move |out, source| stream.xor(out, source).unwrap())
        },
        peer,
    );
}

/// A call that is refused changes neither the output nor the position; going back is possible.
#[test]
fn a_stream_ends_with_its_last_block() {
    for subject in subjects(&PRIMITIVE, "xor") {
        let (key, nonce) = (painted(1), painted(2));
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
