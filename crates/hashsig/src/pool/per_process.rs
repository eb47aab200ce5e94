//! A value for each process, also where a forked child has a copy of its parent's memory.

use core::array;
use core::sync::atomic::{AtomicU64, Ordering};

use crate::fork::Process;

/// The most processes, each forked from the one before it, that can use the same [`PerProcess`].
/// Programs fork twice or three times before they call `exec`; one that goes on for ever is refused.
const GENERATIONS: usize = 16;

/// One `T` for each process that asks, up to [`GENERATIONS`].
///
/// A lock that one thread holds while another thread forks is never released in the child, which
/// would wait for it for ever. Here the child never touches the value that its parent used.
pub(super) struct PerProcess<T>([Slot<T>; GENERATIONS]);

struct Slot<T> {
    /// The number of the process that owns the slot, 0 while none does.
    owner: AtomicU64,
    value: T,
}

impl<T: Default> Default for PerProcess<T> {
    fn default() -> Self {
        Self(array::from_fn(|_| Slot { owner: AtomicU64::new(0), value: T::default() }))
    }
}

impl<T> PerProcess<T> {
    /// The value of this process, or `None` if all slots belong to its ancestors.
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
