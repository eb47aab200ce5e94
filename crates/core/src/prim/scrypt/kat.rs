//! Known answers for the self-test. The checksum is that of a BlockMix with which the keys of RFC 7914,
//! section 12, and those of the crate scrypt come out.

/// So many calls one after another; every second one has two inputs.
pub(super) const STEPS: usize = 8;

/// The checksum of all their outputs.
pub(super) const CHECKSUM: u64 = 0x528f_76a9_a48f_5cb7;

/// N, r and p of a whole hash: the vector has more places than a lane has blocks, and there are two
/// lanes.
pub(super) const COST: (u64, u32, u32) = (16, 3, 2);

/// The length of its key, more than one output of SHA-256.
pub(super) const KEY_LEN: usize = 65;

/// The checksum of the key of "password" and the salt "NaCl".
pub(super) const KEY: u64 = 0xa86a_28d7_6ccd_bf4d;
