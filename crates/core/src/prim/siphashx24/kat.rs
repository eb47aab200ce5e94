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
        tag: [
            0xa3, 0x81, 0x7f, 0x04, 0xba, 0x25, 0xa8, 0xe6, 0x6d, 0xf6, 0x72, 0x14, 0xc7, 0x55,
            0x02, 0x93,
        ],
    },
    Example {
        key: &KEY,
        message: Message::Counting(15),
        tag: [
            0x54, 0x93, 0xe9, 0x99, 0x33, 0xb0, 0xa8, 0x11, 0x7e, 0x08, 0xec, 0x0f, 0x97, 0xcf,
            0xc3, 0xd9,
        ],
    },
    Example {
        key: &KEY,
        message: Message::Counting(63),
        tag: [
            0x51, 0x50, 0xd1, 0x77, 0x2f, 0x50, 0x83, 0x4a, 0x50, 0x3e, 0x06, 0x9a, 0x97, 0x3f,
            0xbd, 0x7c,
        ],
    },
];

/// Every length modulo a block; the last byte of the last block is the length modulo 256.
const LENGTHS: [usize; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 63, 64, 255, 256, 257, 1000];

/// The checksum of the tags of messages of these lengths.
const TAGS: u64 = 0x35cf_63dc_bbaa_0dbf;
