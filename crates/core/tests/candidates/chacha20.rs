//! ChaCha20 against RustCrypto's `chacha20`.

use chacha20::cipher::{KeyIvInit as _, StreamCipher as _, StreamCipherSeek as _};
use chacha20::{ChaCha20, ChaCha20Legacy};
use quicksalt::choose::{Runnable, painted};
use quicksalt::hazmat::Source;
use quicksalt::hazmat::chacha20::{Ops, PRIMITIVE};

use crate::common::candidates::subjects;
use crate::common::{paint, same, shapes};

fn call(run: Runnable<Ops>, out: &mut [u8], source: Source<'_>, seed: u64) {
    run.xor(out, source, &painted(seed), &painted(!seed), seed as u32);
}

fn peer(bytes: &mut [u8], seed: u64) {
    let mut cipher = ChaCha20::new(&painted(seed).into(), &painted(!seed).into());
    cipher.seek(u64::from(seed as u32) * 64);
    cipher.apply_keystream(bytes);
}

#[test]
fn agrees_with_chacha20() {
    shapes::stream(&PRIMITIVE, "xor", call, peer);
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
            subject.run.xor(&mut found, Source::InPlace, &key, &nonce, counter as u32);
            same(&found, &expected, || format!("{}, the last {len} bytes", subject.name));
        }
    }
}
