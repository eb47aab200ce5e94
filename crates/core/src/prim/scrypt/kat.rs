//! Known answers for the self-test. The checksum comes from a BlockMix that reproduces the keys of
//! RFC 7914, section 12, and of the crate scrypt.

/// The number of consecutive calls; every second call has two inputs.
pub(super) const STEPS: usize = 8;

/// The checksum of all outputs.
pub(super) const CHECKSUM: u64 = 0x528f_76a9_a48f_5cb7;
