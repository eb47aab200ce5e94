//! Tests that parallel hashing equals hashing each message separately.

use super::Hash;

#[test]
fn parallel_hashing_equals_hashing_each_message() {
    let bytes: [u8; 4096] = core::array::from_fn(|i| (i ^ i >> 8) as u8);
    for hash in [Hash::Sha256, Hash::Shake256] {
        // Start lengths below, at and above whole blocks; message counts that leave some lanes
        // empty and fill others.
        for start in [0, 1, 28, 63, 64, 65, 128] {
            for (count, length, n) in [(1, 32, 32), (2, 1, 24), (17, 76, 32), (33, 32, 24)] {
                let (start, messages) = (&bytes[..start], &bytes[200..][..count * length]);
                let mut all = alloc::vec![0; count * n];
                hash.many_from(n, &mut all, start, messages).unwrap();
                for (digest, message) in all.chunks(n).zip(messages.chunks(length)) {
                    let mut alone = alloc::vec![0; n];
                    hash.digest(&mut alone, &[start, message]).unwrap();
                    assert_eq!(digest, alone, "{hash:?} {} {count} {length}", start.len());
                }
            }
        }
    }
}
