//! Known answers for the self-test: examples of the authors' reference code, and a checksum of tags
//! that a test computes anew with the crate `siphasher`.

use super::{KEY_LEN, TAG_LEN};
use crate::prim::family::mac::{Answers, Example, Message};

pub(super) const ANSWERS: Answers<KEY_LEN, TAG_LEN> =
    Answers { examples: &CASES, keys: &[&KEY, &ONES], lengths: &LENGTHS, tags: TAGS };

const KEY: [u8; KEY_LEN] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const ONES: [u8; KEY_LEN] = [0xff; KEY_LEN];

/// The messages are bytes that count.
const CASES: [Example<KEY_LEN, TAG_LEN>; 3] = [
    Example {
        key: &KEY,
        message: Message::Counting(0),
        tag: [0x31, 0x0e, 0x0e, 0xdd, 0x47, 0xdb, 0x6f, 0x72],
    },
    Example {
        key: &KEY,
        message: Message::Counting(15),
        tag: [0xe5, 0x45, 0xbe, 0x49, 0x61, 0xca, 0x29, 0xa1],
    },
    Example {
        key: &KEY,
        message: Message::Counting(63),
        tag: [0x72, 0x45, 0x06, 0xeb, 0x4c, 0x32, 0x8a, 0x95],
    },
];

/// Every length modulo a block; the last byte of the last block is the length modulo 256.
const LENGTHS: [usize; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 63, 64, 255, 256, 257, 1000];

/// The checksum of the tags of messages of these lengths.
const TAGS: u64 = 0x912c_fa23_15a6_49f4;
