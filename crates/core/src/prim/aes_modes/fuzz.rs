//! The fuzz function, which computes a candidate's output for a random message under keys of each
//! length.

use alloc::vec::Vec;

use super::{Block, Key, Ops};
use crate::choose::{Random, Runnable};
use crate::error::Error;
use crate::prim::Source;

/// Maximum length in bytes: several passes of the widest kernels.
const LONGEST: usize = 20_000;

pub(super) fn fuzz(candidate: Runnable<Ops>, operation: &str, random: &mut Random) -> Vec<u8> {
    let bytes: [u8; 32] = random.array();
    let key = Key::new(&bytes[..16 + 8 * random.below(3)]).ok();
    let len = random.length(LONGEST);
    match (key, operation) {
        (Some(key), "gcm_seal" | "gcm_open") => gcm(candidate, key, len, random),
        (Some(key), "ctr") => ctr(candidate, key, len, random),
        (Some(key), _) => cbc(candidate, key, len / 16, operation == "cbc_encrypt", random),
        (None, _) => Vec::new(),
    }
}

/// Seals a message and opens it, damaged in half of the cases.
fn gcm(candidate: Runnable<Ops>, key: Key<'_>, len: usize, random: &mut Random) -> Vec<u8> {
    let (mut nonce, aad_len) = (random.array(), random.length(1000));
    let (message, aad) = (random.bytes(len), random.bytes(aad_len));
    let mut text = random.place(len);
    let mut tag = candidate.gcm_seal(key, &nonce, &aad, &mut text, &message);
    let made = [&text[..], &tag].concat();
    let is_damaged = random.is_one_in(2);
    if is_damaged {
        match random.below(if len > 0 { 3 } else { 2 }) {
            0 => random.damage(&mut tag),
            1 => random.damage(&mut nonce),
            _ => random.damage(&mut text),
        }
    }
    let mut opened = random.place(len);
    let found = candidate.gcm_open(key, &nonce, &aad, &mut opened, &tag, &text);
    if is_damaged {
        assert_eq!(found, Err(Error::Verification));
        assert!(opened.iter().all(|&byte| byte == 0), "output after a damaged box");
    } else {
        assert_eq!((found, &*opened), (Ok(()), &*message));
    }
    made
}

/// Encrypts in one call and in two, from random counters or counters about to overflow.
fn ctr(candidate: Runnable<Ops>, key: Key<'_>, len: usize, random: &mut Random) -> Vec<u8> {
    let near = random.below(40) as u128;
    let drawn = u128::from_be_bytes(random.array());
    let first = match random.below(4) {
        0 => drawn,
        1 => (drawn | u128::from(u32::MAX)) - near,
        2 => (drawn | u128::from(u64::MAX)) - near,
        _ => u128::MAX - near,
    };
    let input = random.bytes(len);
    let (mut out, mut again) = (random.place(len), random.place(len));
    candidate.ctr(key, &mut first.to_be_bytes(), &mut out, Source::From(&input));
    let cut = random.below(len / 16 + 1) * 16;
    let mut counter = first.to_be_bytes();
    again.copy_from_slice(&input);
    let (head, tail) = again.split_at_mut(cut);
    candidate.ctr(key, &mut counter, head, Source::InPlace);
    candidate.ctr(key, &mut counter, tail, Source::InPlace);
    assert_eq!(*again, *out, "cut at {cut}");
    out.to_vec()
}

/// Processes a chain in one call, then reverses it in place in two calls.
fn cbc(
    candidate: Runnable<Ops>,
    key: Key<'_>,
    count: usize,
    encrypts: bool,
    random: &mut Random,
) -> Vec<u8> {
    let iv: Block = random.array();
    let input = random.bytes(16 * count);
    let mut out = random.place(16 * count);
    let call = |ahead: bool, iv: &mut Block, out: &mut [u8], source: Source<'_>| {
        let (blocks, _) = out.as_chunks_mut();
        if ahead {
            candidate.cbc_encrypt(key, iv, blocks, source);
        } else {
            candidate.cbc_decrypt(key, iv, blocks, source);
        }
    };
    call(encrypts, &mut iv.clone(), &mut out, Source::From(&input));
    let mut back = out.to_vec();
    let (head, tail) = back.split_at_mut(16 * random.below(count + 1));
    let mut chain = iv;
    call(!encrypts, &mut chain, head, Source::InPlace);
    call(!encrypts, &mut chain, tail, Source::InPlace);
    assert_eq!(back, *input, "reversed");
    out.to_vec()
}
