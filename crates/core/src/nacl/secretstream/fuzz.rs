//! Compares random sequences of messages with a second implementation of the format that uses one
//! buffer per message and only portable candidates. `make fuzz ONLY=secretstream` runs for a given
//! time.
#![allow(clippy::unwrap_used)]

use alloc::vec::Vec;

use super::state::{COUNTER, REST, USED};
use super::{Error, HEADER_LEN, Key, OVERHEAD, Pull, Push, TAG_REKEY};
use crate::prim::fuzz::{Random, Run, SECRETSTREAM};
use crate::prim::{Source, chacha20, poly1305};

/// Several passes of the widest kernels.
const LONGEST: usize = 20_000;

/// The key, the message number and the rest of the nonce.
struct Reference([u8; USED]);

impl Reference {
    fn new(header: &[u8; HEADER_LEN], key: &[u8; 32]) -> Self {
        let mut state = [0; USED];
        chacha20::hchacha20(key, state.first_chunk_mut().unwrap(), header.first_chunk().unwrap());
        state[COUNTER] = 1;
        state[REST..].copy_from_slice(&header[16..]);
        Self(state)
    }

    /// The keystream from a given block on.
    fn stream(&self, block: u64, len: usize) -> Vec<u8> {
        let mut out = vec![0; len];
        let (key, nonce) = (self.0.first_chunk().unwrap(), self.0.last_chunk().unwrap());
        let portable = chacha20::PRIMITIVE.named("portable").unwrap();
        portable.xor(key, nonce, block, &mut out, Source::Zero);
        out
    }

    fn push(&mut self, message: &[u8], aad: &[u8], tag: u8) -> Vec<u8> {
        let mut plain = vec![0; 64];
        plain[0] = tag;
        plain.extend_from_slice(message);
        let mut text = self.stream(1, plain.len());
        text.iter_mut().zip(plain).for_each(|(byte, plain)| *byte ^= plain);
        let mut covered = aad.to_vec();
        covered.resize(aad.len().next_multiple_of(16), 0);
        covered.extend_from_slice(&text);
        covered.resize(covered.len() + message.len() % 16, 0);
        covered.extend_from_slice(&(aad.len() as u64).to_le_bytes());
        covered.extend_from_slice(&(text.len() as u64).to_le_bytes());
        let portable = poly1305::PRIMITIVE.named("portable").unwrap();
        let mac = portable.tag(self.stream(0, 32).first_chunk().unwrap(), &covered);
        for (byte, mac) in self.0[REST..].iter_mut().zip(mac) {
            *byte ^= mac;
        }
        let number = u32::from_le_bytes(*self.0[COUNTER..].first_chunk().unwrap());
        self.0[COUNTER..REST].copy_from_slice(&number.wrapping_add(1).to_le_bytes());
        if tag & TAG_REKEY != 0 || number == u32::MAX {
            self.rekey();
        }
        [&text[..1], &text[64..], &mac].concat()
    }

    fn rekey(&mut self) {
        let stream = self.stream(0, 40);
        let places = (0..COUNTER).chain(REST..USED);
        places.zip(stream).for_each(|(at, byte)| self.0[at] ^= byte);
        self.0[COUNTER..REST].copy_from_slice(&[1, 0, 0, 0]);
    }

    fn to_state(&self) -> [u8; super::STATE_LEN] {
        let mut state = [0; super::STATE_LEN];
        state[..USED].copy_from_slice(&self.0);
        state
    }
}

/// Messages of any length and tag, with rekeying between them. Some are preceded by a damaged
/// message; the message number may be close to overflow.
fn sequence(seed: u64) {
    let random = &mut Random::new(seed);
    let (header, key) = (random.array(), random.array());
    let mut reference = Reference::new(&header, &key);
    let (mut push, mut pull) = {
        let key = Key::from(key);
        (Push::with_header(&header, &key).unwrap(), Pull::new(&header, &key).unwrap())
    };
    if random.is_one_in(4) {
        reference.0[COUNTER..REST].fill(0xff);
        reference.0[COUNTER] -= random.below(3) as u8;
        push = Push::from_state(&reference.to_state());
        pull = Pull::from_state(&reference.to_state());
    }
    for _ in 0..1 + random.below(6) {
        let (len, aad_len) = (random.length(LONGEST), random.length(1000));
        let (message, mut aad) = (random.bytes(len), random.bytes(aad_len));
        let tag = if random.is_one_in(8) { random.below(256) } else { random.below(4) } as u8;
        let mut sealed = random.place(len + OVERHEAD);
        push.push_into(&mut sealed, &message, &aad, tag).unwrap();
        assert_eq!(*sealed, reference.push(&message, &aad, tag), "message of {len} bytes");
        if random.is_one_in(3) {
            let mut damaged = sealed.to_vec();
            let is_aad = aad_len > 0 && random.is_one_in(4);
            let was = aad.to_vec();
            random.damage(if is_aad { &mut aad } else { &mut damaged });
            let mut out = random.place(len);
            assert_eq!(pull.pull_into(&mut out, &damaged, &aad), Err(Error::Verification));
            assert!(out.is_untouched(), "plaintext of a damaged message");
            aad.copy_from_slice(&was);
        }
        let mut opened = random.place(len);
        assert_eq!(pull.pull_into(&mut opened, &sealed, &aad), Ok(tag));
        assert_eq!(*opened, *message);
        if random.is_one_in(5) {
            push.rekey().unwrap();
            pull.rekey().unwrap();
            reference.rekey();
        }
        assert_eq!((*push.state(), *pull.state()), (reference.to_state(), reference.to_state()));
    }
}

#[test]
fn random_sequences_match_the_reference() {
    Run::from_env().cases(SECRETSTREAM, |seed| {
        let told = Told(seed);
        sequence(seed);
        core::mem::forget(told);
    });
}

/// Prints the seed of the case after a panic.
struct Told(u64);

impl Drop for Told {
    fn drop(&mut self) {
        std::eprintln!("{SECRETSTREAM}: FUZZ_SEED={}", self.0);
    }
}
