//! Signatures that were found genuine, so that a chain that comes again is not judged from anew.

use alloc::vec::Vec;
use core::fmt;
use std::sync::{Mutex, PoisonError};

/// A SHA-256 digest of all that the verdict on a signature depends on.
pub(crate) type SignatureDigest = [u8; 32];

const SETS: usize = 128;
const WAYS: usize = 4;

/// The newest first.
type Set = [Option<SignatureDigest>; WAYS];

/// Up to 512 signatures, each in one of four places that its digest names; a new one replaces the
/// oldest of the four.
///
/// Only what was found genuine is kept, and that says nothing but what the arithmetic says: dates,
/// names, usages and revocation are looked at each time. Nobody waits for another: where the table
/// is in use, or was when the process was forked, signatures are verified and not kept.
#[derive(Default)]
pub(crate) struct Signatures(Mutex<Vec<Set>>);

impl Signatures {
    /// Whether a signature was found genuine before.
    pub(crate) fn hold(&self, digest: &SignatureDigest) -> bool {
        let Ok(sets) = self.0.try_lock() else { return false };
        sets.get(place(digest)).is_some_and(|set| set.contains(&Some(*digest)))
    }

    /// Keeps a genuine signature, if there is the memory.
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

/// A copy begins with none.
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
    fn what_was_kept_and_nothing_else_is_held() {
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
    fn a_full_place_gives_up_its_oldest() {
        let signatures = Signatures::default();
        let same_place: Vec<_> = (0..=WAYS as u32).map(|number| digest(256 * number)).collect();
        // Keeping one that is there already displaces none.
        for digest in same_place[..WAYS].iter().chain([&same_place[WAYS - 1]; 3]) {
            signatures.keep(*digest);
        }
        assert!(same_place[..WAYS].iter().all(|digest| signatures.hold(digest)));
        signatures.keep(same_place[WAYS]);
        assert!(!signatures.hold(&same_place[0]));
        assert!(same_place[1..].iter().all(|digest| signatures.hold(digest)));
    }

    #[test]
    fn nobody_waits_for_a_table_in_use() {
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
