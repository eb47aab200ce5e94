//! Something that each process has to itself, though they share memory as it was at a fork.

use core::array;
use core::sync::atomic::{AtomicU64, Ordering};

use crate::fork::Process;

/// How often a process can fork, its child fork, and so on, each using the same thing.
const GENERATIONS: usize = 16;

/// One `T` for each process that asks, up to a number of generations.
///
/// Behind a lock that a thread holds while another forks, the child would wait for ever. Here the
/// child never touches what its parent used.
pub(super) struct Pages<T>([Page<T>; GENERATIONS]);

struct Page<T> {
    /// Whose it is: 0 or the number of the process.
    owner: AtomicU64,
    value: T,
}

impl<T: Default> Default for Pages<T> {
    fn default() -> Self {
        Self(array::from_fn(|_| Page { owner: AtomicU64::new(0), value: T::default() }))
    }
}

impl<T> Pages<T> {
    /// That of this process, or `None` if too many before it took one.
    pub(super) fn ours(&self) -> Option<&T> {
        self.of(Process::current())
    }

    fn of(&self, process: Process) -> Option<&T> {
        let process = process.number();
        let is_ours = |page: &&Page<T>| {
            let (relaxed, owner) = (Ordering::Relaxed, &page.owner);
            let before = owner.compare_exchange(0, process, relaxed, relaxed);
            before.is_ok() || before == Err(process)
        };
        self.0.iter().find(is_ours).map(|page| &page.value)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{GENERATIONS, Pages};
    use crate::fork::Process;

    #[test]
    fn each_process_has_its_own() {
        let pages = Pages::<Box<u8>>::default();
        let process = |number: usize| Process::simulated(number as u64 + 1);
        let place = |number| pages.of(process(number)).map(|page| core::ptr::from_ref(&**page));
        let places: Vec<_> = (0..GENERATIONS).map(|number| place(number).unwrap()).collect();
        for (at, own) in places.iter().enumerate() {
            assert_eq!(place(at), Some(*own));
            assert!(!places[..at].contains(own));
        }
        assert_eq!(place(GENERATIONS), None);
    }
}
