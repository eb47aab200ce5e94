//! Known answers for the self-test. The checksum is that of a BlockMix with which the keys of RFC 7914,
//! section 12, and those of the crate scrypt come out.

/// So many calls one after another; every second one has two inputs.
pub(super) const STEPS: usize = 8;

/// The checksum of all their outputs.
pub(super) const CHECKSUM: u64 = 0x528f_76a9_a48f_5cb7;
