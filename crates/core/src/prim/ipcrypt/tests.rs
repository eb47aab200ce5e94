//! Tests every candidate against AES of the crate `aes` (FIPS 197), for blocks and for prefixes.
#![allow(clippy::unwrap_used)]

use aes::Aes128;
use aes::cipher::{BlockCipherEncrypt as _, KeyInit as _};

use super::{Block, Kept, Key, PRIMITIVE};
use crate::choose::{Contract as _, Runnable, sample_array};

fn each(check: impl Fn(Runnable<super::Ops>)) {
    let usable = (0..PRIMITIVE.len()).filter(|&i| PRIMITIVE.prove(i).is_usable());
    for i in usable {
        check(PRIMITIVE.named(PRIMITIVE.meta(i).name).unwrap());
    }
    assert!(PRIMITIVE.named("portable").is_some());
}

fn encrypted(key: &Key, block: Block) -> Block {
    let mut block = block.into();
    Aes128::new(key.into()).encrypt_block(&mut block);
    block.into()
}

#[test]
fn without_a_tweak_it_is_aes() {
    each(|candidate| {
        for seed in 1..40 {
            let (key, block) = (sample_array(seed), sample_array(100 + seed));
            let mut found = block;
            candidate.encrypt(&key, &[0; 8], &mut found);
            assert_eq!(found, encrypted(&key, block), "seed {seed}");
            candidate.decrypt(&key, &[0; 8], &mut found);
            assert_eq!(found, block, "seed {seed}, decrypted");
        }
    });
}

/// Implements the loop of the draft: the prefix grows bit by bit after a leading one.
fn permuted(keys: &[Key; 2], from: usize, address: Block) -> Block {
    let bit = |i: usize| address[i / 8] >> (7 - i % 8) & 1;
    let mut result = address;
    for i in from..128 {
        let mut prefix = [0; 16];
        let behind = (0..i).map(bit);
        for (at, bit) in [1].into_iter().chain(behind).rev().enumerate() {
            prefix[15 - at / 8] |= bit << (at % 8);
        }
        let sum = encrypted(&keys[0], prefix)[15] ^ encrypted(&keys[1], prefix)[15];
        result[i / 8] ^= (sum & 1) << (7 - i % 8);
    }
    result
}

#[test]
fn bits_are_flipped_by_the_prefix_before_them() {
    each(|candidate| {
        for seed in 1..20 {
            let keys = [sample_array(seed), sample_array(50 + seed)];
            let mut address: Block = sample_array(100 + seed);
            let (kept, from) = if seed % 2 == 0 { (Kept::None, 0) } else { (Kept::Mapped, 96) };
            if kept == Kept::Mapped {
                address[..12].copy_from_slice(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]);
            }
            let mut found = address;
            candidate.prefix_encrypt(keys.each_ref(), kept, &mut found);
            assert_eq!(found, permuted(&keys, from, address), "seed {seed}");
            candidate.prefix_decrypt(keys.each_ref(), kept, &mut found);
            assert_eq!(found, address, "seed {seed}, decrypted");
        }
    });
}
