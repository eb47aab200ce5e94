//! Known answers for the self-test: NIST's example of ML-KEM-768 ("Intermediate values", 2024).

use super::{RANDOMNESS_LEN, SEED_LEN, SHARED_SECRET_LEN};
use crate::prim::selftest::Checksum;

/// The seed of the example, d followed by z.
pub(super) const SEED: [u8; SEED_LEN] = *b"\
\x7c\x99\x35\xa0\xb0\x76\x94\xaa\x0c\x6d\x10\xe4\xdb\x6b\x1a\xdd\x2f\xd8\x1a\x25\xcc\xb1\x48\x03\x2d\xcd\x73\x99\x36\x73\x7f\x2d\
\xb5\x05\xd7\xcf\xad\x1b\x49\x74\x99\x32\x3c\x86\x86\x32\x5e\x47\x92\xf2\x67\xaa\xfa\x3f\x87\xca\x60\xd0\x1c\xb5\x4f\x29\x20\x2a";

/// The example's randomness m.
pub(super) const RANDOMNESS: [u8; RANDOMNESS_LEN] = *b"\
\xeb\x4a\x7c\x66\xef\x4e\xba\x2d\xdb\x38\xc8\x8d\x8b\xc7\x06\xb1\xd6\x39\x00\x21\x98\x17\x2a\x7b\x19\x42\xec\xa8\xf6\xc0\x01\xba";

/// The example's shared secret K.
pub(super) const SHARED_SECRET: [u8; SHARED_SECRET_LEN] = *b"\
\xac\x86\x5f\x83\x9f\xef\x1b\xf3\xd5\x28\xdd\x75\x04\xbe\xd2\xf6\x4b\x55\x02\xb0\xfa\x81\xd1\xc3\x27\x63\x65\x8e\x4a\xac\x50\x37";

/// The shared secret that libsodium 1.0.22 returns after bit 0 of the ciphertext's last byte is
/// flipped.
pub(super) const REJECTED: [u8; SHARED_SECRET_LEN] = *b"\
\x71\x15\x7b\x7d\x79\x5e\xc8\x69\xaf\x7f\x36\x34\x18\xf0\x96\x8c\xdb\xd8\x19\x91\xde\x52\xbf\xee\x11\x2d\x7c\x0c\x69\x49\xca\xaf";

/// The checksum of the example's public key, secret key and ciphertext, computed with libsodium
/// 1.0.22.
pub(super) const DIGEST: u64 = 0x2395_033e_dca5_8f8c;

pub(super) fn digest(parts: &[&[u8]]) -> u64 {
    let mut sum = Checksum::new();
    for part in parts {
        sum.add(part);
    }
    sum.value()
}
