//! A cache of verified signatures, so that a repeated chain is not verified again.

use alloc::vec::Vec;
use core::fmt;
use std::sync::{Mutex, PoisonError};

/// The SHA-256 digest of all inputs to the verdict on a signature.
pub(crate) type SignatureDigest = [u8; 32];

const SETS: usize = 128;
const WAYS: usize = 4;

/// A set of four entries, newest first.
type Set = [Option<SignatureDigest>; WAYS];

/// A cache of up to 512 signatures. A signature's digest selects a set of four entries, and a new
/// signature replaces the oldest of the four.
///
/// Only genuine signatures are stored, and an entry states only the arithmetic result: dates,
/// names, usages and revocation are checked each time. Threads never wait for the lock. If another
/// thread holds the lock, or held it at a fork, signatures are verified without being stored.
#[derive(Default)]
pub(crate) struct Signatures(Mutex<Vec<Set>>);

impl Signatures {
    /// Returns whether a signature was verified before.
    pub(crate) fn hold(&self, digest: &SignatureDigest) -> bool {
        let Ok(sets) = self.0.try_lock() else { return false };
        sets.get(place(digest)).is_some_and(|set| set.contains(&Some(*digest)))
    }

    /// Stores a genuine signature, if memory is available.
    pub(crate) fn keep(&self, digest: SignatureDigest) {
        let Ok(mut sets) = self.0.try_lock() else { return };
        if sets.is_empty() && sets.try_reserve_exact(SETS).is_ok() {
            sets.resize(SETS, [None; WAYS]);
        }
        if let Some(set) = sets.get_mut(place(&digest))
            && !set.contains(&Some(digest))
        {
            set.rotate_right(1);
            set[0] = Some(digest);
        }
    }

    pub(super) fn forget(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Vec::new();
    }
}

fn place(digest: &SignatureDigest) -> usize {
    usize::from(digest[0]) % SETS
}

/// A copied store starts with an empty cache.
impl Clone for Signatures {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for Signatures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signatures").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(number: u32) -> SignatureDigest {
        let mut digest = [0; 32];
        digest[0] = number as u8;
        digest[28..].copy_from_slice(&number.to_be_bytes());
        digest
    }

    #[test]
    fn holds_only_stored_signatures() {
        let signatures = Signatures::default();
        assert!(!signatures.hold(&digest(0)) && !signatures.hold(&[0; 32]));
        (0..SETS as u32).for_each(|number| signatures.keep(digest(number)));
        assert!((0..SETS as u32).all(|number| signatures.hold(&digest(number))));
        assert!((SETS as u32..1000).all(|number| !signatures.hold(&digest(number))));
        assert!(!signatures.clone().hold(&digest(1)));
        signatures.forget();
        assert!(!signatures.hold(&digest(1)));
    }

    #[test]
    fn a_full_set_drops_its_oldest_entry() {
        let signatures = Signatures::default();
        let same_place: Vec<_> = (0..=WAYS as u32).map(|number| digest(256 * number)).collect();
        // Storing a known signature does not replace an entry.
        for digest in same_place[..WAYS].iter().chain([&same_place[WAYS - 1]; 3]) {
            signatures.keep(*digest);
        }
        assert!(same_place[..WAYS].iter().all(|digest| signatures.hold(digest)));
        signatures.keep(same_place[WAYS]);
        assert!(!signatures.hold(&same_place[0]));
        assert!(same_place[1..].iter().all(|digest| signatures.hold(digest)));
    }

    #[test]
    fn threads_do_not_wait_for_the_lock() {
        let signatures = Signatures::default();
        signatures.keep(digest(1));
        let in_use = signatures.0.lock();
        std::thread::scope(|scope| {
            let other = scope.spawn(|| {
                signatures.keep(digest(2));
                signatures.hold(&digest(1))
            });
            assert_eq!(other.join().ok(), Some(false));
        });
        drop(in_use);
        assert!(signatures.hold(&digest(1)) && !signatures.hold(&digest(2)));
    }
}
