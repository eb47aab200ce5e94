//! The fuzz function, in which a candidate encrypts a random block under random keys and decrypts
//! it again.

use alloc::vec::Vec;

use super::{Block, Kept, Ops};
use crate::choose::{Random, Runnable};

pub(super) fn fuzz(candidate: Runnable<Ops>, operation: &str, random: &mut Random) -> Vec<u8> {
    let (keys, tweak) = ([random.array(), random.array()], random.array());
    let (block, kept): (Block, _) = match random.below(2) {
        0 => (random.array(), Kept::None),
        _ => {
            let mut block = [0; 16];
            block[10..12].fill(0xff);
            block[12..].copy_from_slice(&random.array::<4>());
            (block, Kept::Mapped)
        }
    };
    let [one, other] = keys.each_ref();
    let (mut there, mut back) = (block, block);
    let [forth, again]: [&dyn Fn(&mut Block); 2] = match operation {
        "encrypt" => [&|block| candidate.encrypt(one, &tweak, block), &|block| {
            candidate.decrypt(one, &tweak, block)
        }],
        "decrypt" => [&|block| candidate.decrypt(one, &tweak, block), &|block| {
            candidate.encrypt(one, &tweak, block)
        }],
        "prefix_encrypt" => {
            [&|block| candidate.prefix_encrypt([one, other], kept, block), &|block| {
                candidate.prefix_decrypt([one, other], kept, block)
            }]
        }
        _ => [&|block| candidate.prefix_decrypt([one, other], kept, block), &|block| {
            candidate.prefix_encrypt([one, other], kept, block)
        }],
    };
    forth(&mut there);
    back.copy_from_slice(&there);
    again(&mut back);
    assert_eq!(back, block, "round trip");
    there.to_vec()
}
