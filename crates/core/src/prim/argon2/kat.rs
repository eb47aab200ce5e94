//! Known answers for the self-test. The checksum is that of a compression function with which the tag
//! of RFC 9106, section 5.3, and those of the crate argon2 come out.

use super::Kind;

/// So many compressions one after another; from the middle on they are XORed onto older blocks.
pub(super) const STEPS: usize = 8;

/// The checksum of all their outputs.
pub(super) const CHECKSUM: u64 = 0x502a_aa62_ada3_d415;

/// The longest of these tags.
pub(super) const TAG_MAX: usize = 97;

/// Kind; memory in KiB, passes and lanes; the tag's length and its checksum. The first three tags are
/// those of RFC 9106, sections 5.1 to 5.3; the fourth is as long as an output of BLAKE2b. A segment of the last one is longer than a block of
/// addresses, its tag longer than an output of BLAKE2b.
pub(super) const TAGS: [(Kind, (u32, u32, u32), usize, u64); 5] = [
    (Kind::D, (32, 3, 4), 32, 0x50d7_7aaa_1f25_e7d1),
    (Kind::I, (32, 3, 4), 32, 0xfe0f_9120_d2c0_a73a),
    (Kind::Id, (32, 3, 4), 32, 0xe1aa_b5c8_eda9_3b03),
    (Kind::D, (8, 1, 1), 64, 0x5d37_01ad_0126_70c3),
    (Kind::Id, (523, 2, 1), TAG_MAX, 0x1219_f799_7a8f_d8fe),
];
