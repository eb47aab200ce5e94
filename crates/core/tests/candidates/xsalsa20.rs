//! XSalsa20, Salsa20 and its reduced-round variants against RustCrypto's `salsa20`.

use quicksalt::choose::{Runnable, sample_array};
use quicksalt::hazmat::Source;
use quicksalt::hazmat::xsalsa20::{Ops, PRIMITIVE};
use salsa20::XSalsa20;
use salsa20::cipher::{KeyIvInit as _, StreamCipher as _, StreamCipherSeek as _};

use crate::common::candidates::subjects;
use crate::common::shapes::{self, stream_in_pieces};

/// Returns the start block: the first block, a block after 2^32, or a block just before 2^32, so
/// that the low word of the counter overflows.
fn from(seed: u64) -> u64 {
    [0, (1 << 32) - 1 - seed % 20, (1 << 40) + seed][(seed % 3) as usize]
}

fn call(run: Runnable<Ops>, out: &mut [u8], source: Source<'_>, seed: u64) {
    run.xor(&sample_array(seed), &sample_array(!seed), from(seed), out, source);
}

fn peer(bytes: &mut [u8], seed: u64) {
    let mut cipher = XSalsa20::new(&sample_array(seed).into(), &sample_array(!seed).into());
    cipher.seek(u128::from(from(seed)) * 64);
    cipher.apply_keystream(bytes);
}

#[test]
fn agrees_with_salsa20() {
    for operation in ["xor", "stream"] {
        shapes::stream(&PRIMITIVE, operation, call, peer);
    }
}

#[test]
fn a_short_nonce_agrees_with_salsa20() {
    let call = |run: Runnable<Ops>, out: &mut [u8], source: Source<'_>, seed: u64| {
        let nonce: [u8; 8] = sample_array(!seed);
        run.xor_under(&sample_array(seed), &nonce, from(seed), out, source);
    };
    let peer = |bytes: &mut [u8], seed: u64| {
        let (key, nonce): ([u8; 32], [u8; 8]) = (sample_array(seed), sample_array(!seed));
        let mut cipher = salsa20::Salsa20::new(&key.into(), &nonce.into());
        cipher.seek(u128::from(from(seed)) * 64);
        cipher.apply_keystream(bytes);
    };
    shapes::stream(&PRIMITIVE, "xor", call, peer);
}

/// Tests a cipher with fewer rounds.
macro_rules! agrees {
    ($name:ident by $xor:ident with $peer:ident) => {
        #[test]
        fn $name() {
            let peer = |bytes: &mut [u8], seed: u64| {
                let (key, nonce): ([u8; 32], [u8; 8]) = (sample_array(seed), sample_array(!seed));
                let mut cipher = salsa20::$peer::new(&key.into(), &nonce.into());
                cipher.seek(u128::from(from(seed)) * 64);
                cipher.apply_keystream(bytes);
            };
            let call = |run: Runnable<Ops>, out: &mut [u8], source: Source<'_>, seed: u64| {
                run.$xor(&sample_array(seed), &sample_array(!seed), from(seed), out, source);
            };
            shapes::stream(&PRIMITIVE, "xor", call, peer);
        }
    };
}

agrees!(salsa2012 by xor_salsa2012 with Salsa12);
agrees!(salsa208 by xor_salsa208 with Salsa8);

#[test]
fn in_pieces_agrees_with_salsa20() {
    stream_in_pieces::<Ops>(
        &PRIMITIVE,
        |run, seed| {
            let mut stream = run.init(&sample_array(seed), &sample_array(!seed));
            stream.seek(from(seed));
            Box::new(move |out, source| stream.xor(out, source).unwrap())
        },
        peer,
    );
}

#[test]
fn a_stream_ends_with_its_last_block() {
    for subject in subjects(&PRIMITIVE, "xor") {
        let (key, nonce) = (sample_array(1), sample_array(2));
        let (mut first, mut last) = ([0; 64], [0; 128]);
        subject.run.xor(&key, &nonce, 0, &mut first, Source::Zero);
        subject.run.xor(&key, &nonce, u64::MAX - 1, &mut last, Source::Zero);
        let mut stream = subject.run.init(&key, &nonce);
        stream.seek(u64::MAX - 1);
        let mut out = [0xee; 128];
        assert!(stream.xor(&mut [0; 129], Source::Zero).is_err(), "{}", subject.name);
        stream.xor(&mut out, Source::Zero).unwrap();
        assert_eq!(out, last, "{}", subject.name);
        assert!(stream.xor(&mut out[..1], Source::Zero).is_err());
        stream.seek(0);
        stream.xor(&mut out[..64], Source::Zero).unwrap();
        assert_eq!(out[..64], first, "{}", subject.name);
    }
}
