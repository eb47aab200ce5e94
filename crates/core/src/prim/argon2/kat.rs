//! Known answers for the self-test. The checksum was computed with a compression function that
//! yields the tag of RFC 9106, section 5.3, and the tags of the crate argon2.

use super::Kind;

/// Number of consecutive compressions. The results of the second half are XORed onto older blocks.
pub(super) const STEPS: usize = 8;

/// The checksum of the outputs of all compressions.
pub(super) const CHECKSUM: u64 = 0x502a_aa62_ada3_d415;

/// Length of the longest tag below.
pub(super) const TAG_MAX: usize = 97;

/// Each entry has the kind, the memory in KiB, the numbers of passes and lanes, the length of the
/// tag, and the tag's checksum. The first three tags are from RFC 9106, sections 5.1 to 5.3; the
/// fourth has the length of a BLAKE2b output. In the last entry, a segment is longer than a block
/// of addresses, and the tag is longer than a BLAKE2b output.
pub(super) const TAGS: [(Kind, (u32, u32, u32), usize, u64); 5] = [
    (Kind::D, (32, 3, 4), 32, 0x50d7_7aaa_1f25_e7d1),
    (Kind::I, (32, 3, 4), 32, 0xfe0f_9120_d2c0_a73a),
    (Kind::Id, (32, 3, 4), 32, 0xe1aa_b5c8_eda9_3b03),
    (Kind::D, (8, 1, 1), 64, 0x5d37_01ad_0126_70c3),
    (Kind::Id, (523, 2, 1), TAG_MAX, 0x1219_f799_7a8f_d8fe),
];
