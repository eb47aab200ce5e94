//! Whether this is still the process that it was: what a fork cannot keep.
//!
//! A process id does not tell: a child in a new PID namespace has its parent's, and ids come round.
//! Instead a number lies in memory that a forked child finds zeroed:
//!
//! - on Linux a page of its own under `MADV_WIPEONFORK` (`madvise(2)`, Linux 4.14), which the kernel
//!   zeroes in the child of whatever call forks, a bare `clone` too. The advice is believed only if
//!   the kernel refuses one that does not exist: some emulators accept any;
//! - on FreeBSD, NetBSD and OpenBSD the same with `minherit(2)`;
//! - elsewhere in Unix, or where that fails, a word that a handler of `pthread_atfork(3)` zeroes, and
//!   the process id beside it. This misses a bare `clone` into a new PID namespace.
//!
//! Who shares the memory, as a thread or after `vfork`, shares the number: that is no fork, since
//! what was taken there is taken here.
//!
//! ```
//! use quicksalt_hashsig::fork::Process;
//!
//! let holder = Process::current();
//! assert!(holder.is_current());
//! assert!(!Process::simulated(holder.number() + 1).is_current());
//! ```

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A process, told from all that it was forked from and from all that are forked from it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Process(u64);

impl Process {
    /// A process that a simulated disk tells; numbers are compared, never reckoned with.
    #[must_use]
    pub const fn simulated(number: u64) -> Self {
        Self(number)
    }

    /// This one. It costs two loads.
    #[must_use]
    pub fn current() -> Self {
        let word = imp::word();
        match word.load(Relaxed) {
            0 => Self::begun(word),
            number => Self(number),
        }
    }

    /// Whether this is still the process.
    #[must_use]
    pub fn is_current(self) -> bool {
        self == Self::current()
    }

    /// What tells it, not zero.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0
    }

    /// Gives this process a number. It is greater than all that its ancestors had when they forked,
    /// so that nothing inherited bears it.
    #[cold]
    fn begun(word: &AtomicU64) -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let fresh = LAST.fetch_add(1, Relaxed) + 1;
        match word.compare_exchange(0, fresh, Relaxed, Relaxed) {
            Ok(_) => Self(fresh),
            Err(number) => Self(number),
        }
    }
}

#[cfg(any(not(unix), target_os = "emscripten"))]
mod imp {
    use core::sync::atomic::AtomicU64;

    /// Nothing forks here.
    pub(super) fn word() -> &'static AtomicU64 {
        static WORD: AtomicU64 = AtomicU64::new(0);
        &WORD
    }
}

#[cfg(all(unix, not(target_os = "emscripten")))]
#[allow(unsafe_code, reason = "pages that a fork zeroes")]
mod imp {
    use core::ffi::c_void;
    use core::ptr;
    use core::sync::atomic::{
        AtomicPtr, AtomicU64,
        Ordering::{AcqRel, Acquire, Relaxed},
    };
    use std::process;

    /// The word that a fork zeroes; null until somebody asks.
    static WORD: AtomicPtr<AtomicU64> = AtomicPtr::new(ptr::null_mut());

    /// The word where no page does it.
    static HANDLED: AtomicU64 = AtomicU64::new(0);
    /// The process id with it; one that changed is a fork that no handler saw.
    static HANDLED_ID: AtomicU64 = AtomicU64::new(0);

    /// Nothing is locked, so that a child forked in the middle goes on.
    pub(super) fn word() -> &'static AtomicU64 {
        let known = WORD.load(Acquire);
        let word = if known.is_null() { chosen() } else { known };
        if ptr::eq(word, &raw const HANDLED) {
            let id = u64::from(process::id());
            if HANDLED_ID.swap(id, Relaxed) != id {
                HANDLED.store(0, Relaxed);
            }
        }
        // SAFETY: it is a static or the beginning of a page that is never unmapped; both are aligned
        // for the word, and zeros are one.
        unsafe { &*word }
    }

    #[cold]
    fn chosen() -> *mut AtomicU64 {
        let made = wiped_page().unwrap_or_else(handled);
        match WORD.compare_exchange(ptr::null_mut(), made, AcqRel, Acquire) {
            Ok(_) => made,
            // Another thread was first; the page of this one stays mapped, and unused.
            Err(first) => first,
        }
    }

    /// Has a handler zero the word in each child.
    fn handled() -> *mut AtomicU64 {
        extern "C" fn zero() {
            HANDLED.store(0, Relaxed);
        }
        HANDLED_ID.store(process::id().into(), Relaxed);
        // SAFETY: the handler stores to an atomic, which may be done in a child at once.
        // If there is no room for it, the process id is what is left.
        let _ = unsafe { libc::pthread_atfork(None, None, Some(zero)) };
        (&raw const HANDLED).cast_mut()
    }

    /// A page that the kernel zeroes in each child, if it does that.
    fn wiped_page() -> Option<*mut AtomicU64> {
        let (read_write, private) =
            (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANON);
        // SAFETY: a new mapping of memory that nobody else knows.
        let page = unsafe { libc::mmap(ptr::null_mut(), PAGE, read_write, private, -1, 0) };
        if page == libc::MAP_FAILED {
            return None;
        }
        if is_wiped_in_children(page) {
            return Some(page.cast());
        }
        // SAFETY: the mapping just made, to which nothing points.
        unsafe { libc::munmap(page, PAGE) };
        None
    }

    /// The smallest page there is; the kernel rounds it up.
    const PAGE: usize = 4096;

    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn is_wiped_in_children(page: *mut c_void) -> bool {
        /// No kernel knows it: where it is accepted, as under some emulators, success means nothing.
        const NO_ADVICE: i32 = 0x7fff_fff0;
        // SAFETY: advice about a page of our own that nothing is in yet.
        let advise = |advice| unsafe { libc::madvise(page, PAGE, advice) } == 0;
        !advise(NO_ADVICE) && advise(libc::MADV_WIPEONFORK)
    }

    #[cfg(any(target_os = "freebsd", target_os = "netbsd", target_os = "openbsd"))]
    fn is_wiped_in_children(page: *mut c_void) -> bool {
        #[cfg(target_os = "freebsd")]
        use libc::INHERIT_ZERO;
        #[cfg(not(target_os = "freebsd"))]
        use libc::MAP_INHERIT_ZERO as INHERIT_ZERO;
        // SAFETY: how a page of our own, that nothing is in yet, is inherited.
        unsafe { libc::minherit(page, PAGE, INHERIT_ZERO) == 0 }
    }

    #[cfg(not(any(
        target_os = "linux",
        target_os = "android",
        target_os = "freebsd",
        target_os = "netbsd",
        target_os = "openbsd"
    )))]
    fn is_wiped_in_children(_: *mut c_void) -> bool {
        false
    }

    #[cfg(test)]
    mod tests {
        use super::{HANDLED, Relaxed, WORD, handled, wiped_page, word};

        /// Else the tests of forks would test the handler.
        #[cfg(target_os = "linux")]
        #[test]
        fn this_kernel_wipes_a_page() {
            assert!(wiped_page().is_some());
            word();
            assert!(!core::ptr::eq(WORD.load(Relaxed), &raw const HANDLED));
        }

        /// A child finds zero, its parent what it had.
        #[test]
        fn the_handler_zeroes_the_word_of_a_child_alone() {
            handled();
            HANDLED.store(7, Relaxed);
            // SAFETY: the child looks at an atomic and leaves.
            let child = unsafe { libc::fork() };
            if child == 0 {
                let found = HANDLED.load(Relaxed);
                // SAFETY: it takes a plain number.
                unsafe { libc::_exit(i32::from(found != 0)) };
            }
            let mut status = -1;
            // SAFETY: `status` is ours to write to.
            assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
            assert_eq!((status, HANDLED.load(Relaxed)), (0, 7));
        }
    }
}
