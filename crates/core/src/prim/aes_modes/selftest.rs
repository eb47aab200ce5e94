//! The self-test of the AES modes, with keys of each length in each mode.

use super::kat::{ANSWERS, Answers, KEY, NONCE, PLAINTEXT};
use super::{Block, Key, Ops, TAG_LEN};
use crate::choose::Runnable;
use crate::prim::Source;
use crate::prim::selftest::{Boxes, Checksum, aad, message, streams};

/// Lengths of CBC chains in blocks, just below and above the strides of all kernels.
pub(super) const CHAINS: [usize; 14] = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 21, 40];

pub(super) fn passes(candidate: Runnable<Ops>) -> bool {
    ANSWERS.iter().all(|answers| {
        Key::new(&KEY[..answers.key_len]).is_ok_and(|key| {
            agrees_on_a_block(candidate, key, answers)
                && agrees_on_streams(candidate, key, answers)
                && agrees_on_chains(candidate, key, answers)
                && agrees_on_boxes(candidate, key, answers)
        })
    })
}

fn agrees_on_a_block(candidate: Runnable<Ops>, key: Key<'_>, answers: &Answers) -> bool {
    let (mut there, mut back) = ([PLAINTEXT], [answers.ciphertext]);
    candidate.cbc_encrypt(key, &mut [0; 16], &mut there, Source::InPlace);
    candidate.cbc_decrypt(key, &mut [0; 16], &mut back, Source::InPlace);
    there == [answers.ciphertext] && back == [PLAINTEXT]
}

/// Checks streams, including a stream in two parts: the second part continues with the counter that
/// the first part returns.
fn agrees_on_streams(candidate: Runnable<Ops>, key: Key<'_>, answers: &Answers) -> bool {
    let counter = answers.counter.to_be_bytes();
    let (mut whole, mut parts) = ([0; 100], [0; 100]);
    candidate.ctr(key, &mut counter.clone(), &mut whole, Source::Zero);
    let (mut next, (head, tail)) = (counter, parts.split_at_mut(48));
    candidate.ctr(key, &mut next, head, Source::Zero);
    candidate.ctr(key, &mut next, tail, Source::Zero);
    whole == parts
        && streams(answers.keystream, |out, source| {
            candidate.ctr(key, &mut counter.clone(), out, source);
        })
}

/// Checks CBC from a separate buffer and in place, in both directions.
fn agrees_on_chains(candidate: Runnable<Ops>, key: Key<'_>, answers: &Answers) -> bool {
    const LONGEST: usize = CHAINS[CHAINS.len() - 1];
    let message: [u8; 16 * LONGEST] = message();
    let (blocks, _) = message.as_chunks::<16>();
    let mut sum = Checksum::new();
    let agree = CHAINS.iter().all(|&count| {
        let message = &message[..16 * count];
        let (mut sealed, mut in_place) = ([[0; 16]; LONGEST], [[0; 16]; LONGEST]);
        in_place[..count].copy_from_slice(&blocks[..count]);
        let (sealed, in_place) = (&mut sealed[..count], &mut in_place[..count]);
        let mut ends = [PLAINTEXT; 4];
        let [a, b, c, d] = &mut ends;
        candidate.cbc_encrypt(key, a, sealed, Source::From(message));
        candidate.cbc_encrypt(key, b, in_place, Source::InPlace);
        let alike = sealed == in_place;
        sum.add(sealed.as_flattened());
        let last: Block = sealed.last().copied().unwrap_or(PLAINTEXT);
        in_place.fill(PLAINTEXT);
        candidate.cbc_decrypt(key, c, in_place, Source::From(sealed.as_flattened()));
        candidate.cbc_decrypt(key, d, sealed, Source::InPlace);
        alike && sealed == &blocks[..count] && in_place == sealed && ends == [last; 4]
    });
    agree && sum.value() == answers.chains
}

fn agrees_on_boxes(candidate: Runnable<Ops>, key: Key<'_>, answers: &Answers) -> bool {
    let made = Boxes::<TAG_LEN, _, _> {
        seal: |out: &mut [u8], message: &[u8]| {
            let (text, tag) = out.split_at_mut(message.len());
            let aad = aad(message.len());
            tag.copy_from_slice(&candidate.gcm_seal(key, &NONCE, aad, text, message));
        },
        open: |out: &mut [u8], sealed: &[u8]| {
            let aad = aad(out.len());
            sealed.split_last_chunk().is_some_and(|(text, tag)| {
                candidate.gcm_open(key, &NONCE, aad, out, tag, text).is_ok()
            })
        },
        wipes: true,
    };
    made.checksum() == Some(answers.boxes)
}
