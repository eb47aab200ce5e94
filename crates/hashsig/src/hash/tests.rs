//! Many messages at once are hashed as each alone.

use super::Hash;

#[test]
fn messages_with_a_start_in_common_are_hashed_as_each_alone() {
    let bytes: [u8; 4096] = core::array::from_fn(|i| (i ^ i >> 8) as u8);
    for hash in [Hash::Sha256, Hash::Shake256] {
        // No block, parts of one, one, and more; so many that lanes stay empty and are filled.
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
