//! The fuzz functions of the families, which compute a candidate's output for a random case.

use alloc::vec::Vec;

use super::{aead, hash, stream};
use crate::choose::{Random, Runnable};
use crate::error::Error;
use crate::prim::Source;

/// Maximum length in bytes: several passes of the widest kernels.
pub(in crate::prim) const LONGEST: usize = 20_000;

/// Hashes a message in one call or in pieces. Some pieces go to a clone that is then discarded.
pub(super) fn hash<S: hash::State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize>(
    candidate: Runnable<hash::Ops<S, BLOCK, DIGEST>>,
    operation: &str,
    random: &mut Random,
) -> Vec<u8> {
    let len = random.length(LONGEST);
    let message = random.bytes(len);
    let pieces = random.pieces(&message);
    if operation == "hash" {
        if let [first, rest @ ..] = &pieces[..]
            && let Some((first, second)) = first.split_first_chunk()
            && random.is_one_in(2)
        {
            return candidate.hash_after(Some(first), &[&[second], rest].concat()).to_vec();
        }
        return candidate.hash(&pieces).to_vec();
    }
    let mut hasher = candidate.hasher();
    let mut found = Vec::new();
    for piece in pieces {
        if random.is_one_in(4) {
            found.extend_from_slice(&hasher.digest());
            let mut other = hasher.clone();
            other.update(piece);
            hasher = if random.is_one_in(2) { other } else { hasher };
        } else {
            hasher.update(piece);
        }
    }
    found.extend_from_slice(&hasher.digest());
    found
}

/// Seals a message, or opens a box that is damaged in half of the cases.
pub(super) fn aead<A: aead::Associated, const NONCE: usize, const KEY: usize, const TAG: usize>(
    candidate: Runnable<aead::Ops<A, NONCE, KEY, TAG>>,
    operation: &str,
    random: &mut Random,
) -> Vec<u8> {
    let (key, mut nonce) = (random.array(), random.array());
    let (len, aad_len) = (random.length(LONGEST), random.length(1000));
    let (message, aad) = (random.bytes(len), random.bytes(aad_len));
    let mut sealed = random.place(len + TAG);
    candidate.seal(&key, &nonce, (A::DATA)(&aad), &mut sealed, &message);
    if operation == "seal" {
        return sealed.to_vec();
    }
    let is_damaged = random.is_one_in(2);
    if is_damaged {
        // Variants with short nonces read only the first 8 bytes.
        let in_nonce = random.is_one_in(8);
        random.damage(if in_nonce { &mut nonce[..8] } else { &mut sealed });
    }
    let mut opened = random.place(len);
    let found = candidate.open(&key, &nonce, (A::DATA)(&aad), &mut opened, &sealed);
    if is_damaged {
        assert_eq!(found, Err(Error::Verification));
        let is_wiped = A::WIPES && opened.iter().all(|&byte| byte == 0);
        assert!(is_wiped || opened.is_untouched(), "output after a damaged box");
    } else {
        assert_eq!(found, Ok(()));
        assert_eq!(*opened, *message);
    }
    sealed.to_vec()
}

/// Compares the output of one call with an incremental stream, for keystream or ciphertext. The
/// stream starts at any block up to the last, including blocks beyond the range of a 32-bit
/// counter.
pub(super) fn stream<C, const BLOCK: usize, const NONCE: usize, const KEY: usize>(
    candidate: Runnable<stream::Ops<C, BLOCK, NONCE, KEY>>,
    operation: &str,
    random: &mut Random,
) -> Vec<u8>
where
    C: stream::Cipher<BLOCK, NONCE, KEY>,
{
    let (key, nonce) = (random.array(), random.array());
    let len = random.length(LONGEST);
    let last = u64::try_from(C::BLOCKS - len.div_ceil(BLOCK) as u128).unwrap_or(u64::MAX);
    let near = random.below(40) as u64;
    let block = match random.below(5) {
        0 => 0,
        1 => near.min(last),
        2 => (1_u64 << 32).saturating_sub(near).min(last),
        3 => last - near.min(last),
        _ => random.number() % last.max(1),
    };
    let input = random.bytes(len);
    let mut out = random.place(len);
    let kind = if operation == "stream" { 2 } else { random.below(2) };
    if kind == 1 {
        out.copy_from_slice(&input);
    }
    let source = [Source::From(&input), Source::InPlace, Source::Zero][kind];
    candidate.xor(&key, &nonce, block, &mut out, source);
    let mut stream = candidate.init(&key, &nonce);
    stream.seek(block);
    let mut again = random.place(len);
    let mut at = 0;
    for piece in random.pieces(&input) {
        let part = &mut again[at..at + piece.len()];
        part.copy_from_slice(piece);
        let source = [Source::From(piece), Source::InPlace, Source::Zero][kind];
        assert_eq!(stream.xor(part, source), Ok(()));
        at += piece.len();
    }
    assert_eq!(*again, *out, "in pieces");
    out.to_vec()
}
