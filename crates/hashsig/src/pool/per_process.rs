//! Gives each process its own value, although a forked child copies its parent's memory.

use core::array;
use core::sync::atomic::{AtomicU64, Ordering};

use crate::fork::Process;

/// The maximum number of processes, each forked from the previous one, that can use the same
/// [`PerProcess`]. Programs fork two or three times before they call `exec`; endless forking is
/// refused.
const GENERATIONS: usize = 16;

/// One `T` for each process that uses it, up to [`GENERATIONS`].
///
/// A lock held by one thread while another thread forks is never released in the child, which would
/// wait for it forever. With this type the child never touches its parent's value or lock.
pub(super) struct PerProcess<T>([Slot<T>; GENERATIONS]);

struct Slot<T> {
    /// The number of the process that owns the slot; 0 if unowned.
    owner: AtomicU64,
    value: T,
}

impl<T: Default> Default for PerProcess<T> {
    fn default() -> Self {
        Self(array::from_fn(|_| Slot { owner: AtomicU64::new(0), value: T::default() }))
    }
}

impl<T> PerProcess<T> {
    /// Returns the value of this process, or `None` if its ancestors own all slots.
    pub(super) fn ours(&self) -> Option<&T> {
        self.of(Process::current())
    }

    fn of(&self, process: Process) -> Option<&T> {
        let process = process.number();
        let is_ours = |slot: &&Slot<T>| {
            let (relaxed, owner) = (Ordering::Relaxed, &slot.owner);
            let before = owner.compare_exchange(0, process, relaxed, relaxed);
            before.is_ok() || before == Err(process)
        };
        self.0.iter().find(is_ours).map(|slot| &slot.value)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{GENERATIONS, PerProcess};
    use crate::fork::Process;

    #[test]
    fn each_process_has_its_own() {
        let slots = PerProcess::<Box<u8>>::default();
        let process = |number: usize| Process::simulated(number as u64 + 1);
        let place = |number| slots.of(process(number)).map(|slot| core::ptr::from_ref(&**slot));
        let places: Vec<_> = (0..GENERATIONS).map(|number| place(number).unwrap()).collect();
        for (at, own) in places.iter().enumerate() {
            assert_eq!(place(at), Some(*own));
            assert!(!places[..at].contains(own));
        }
        assert_eq!(place(GENERATIONS), None);
    }
}
