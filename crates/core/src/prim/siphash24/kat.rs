//! Known answers for the self-test: examples of the authors' reference code, and a checksum of tags
//! that a test recomputes with the crate `siphasher`.

use super::{KEY_LEN, LONG_TAG_LEN, TAG_LEN};

/// The key of the examples.
pub(super) const KEY: [u8; KEY_LEN] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// Lengths of messages of counting bytes, with both tags.
pub(super) const EXAMPLES: [(usize, [u8; TAG_LEN], [u8; LONG_TAG_LEN]); 3] = [
    (
        0,
        [0x31, 0x0e, 0x0e, 0xdd, 0x47, 0xdb, 0x6f, 0x72],
        [
            0xa3, 0x81, 0x7f, 0x04, 0xba, 0x25, 0xa8, 0xe6, 0x6d, 0xf6, 0x72, 0x14, 0xc7, 0x55,
            0x02, 0x93,
        ],
    ),
    (
        15,
        [0xe5, 0x45, 0xbe, 0x49, 0x61, 0xca, 0x29, 0xa1],
        [
            0x54, 0x93, 0xe9, 0x99, 0x33, 0xb0, 0xa8, 0x11, 0x7e, 0x08, 0xec, 0x0f, 0x97, 0xcf,
            0xc3, 0xd9,
        ],
    ),
    (
        63,
        [0x72, 0x45, 0x06, 0xeb, 0x4c, 0x32, 0x8a, 0x95],
        [
            0x51, 0x50, 0xd1, 0x77, 0x2f, 0x50, 0x83, 0x4a, 0x50, 0x3e, 0x06, 0x9a, 0x97, 0x3f,
            0xbd, 0x7c,
        ],
    ),
];

/// Covers every length modulo a block; the last byte of the last block is the length modulo 256.
pub(super) const LENGTHS: [usize; 16] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 63, 64, 255, 256, 257, LONGEST];

/// The longest of [`LENGTHS`].
pub(super) const LONGEST: usize = 1000;

/// The checksum of the tags of messages with [`LENGTHS`].
pub(super) const TAGS: u64 = 0x75cf_1b37_5bb1_1b25;
