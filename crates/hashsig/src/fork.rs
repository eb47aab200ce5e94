//! Detects a forked child by a marker that the child does not inherit.
//!
//! A process id does not detect a fork: a child in a new PID namespace may have its parent's id,
//! and ids are reused. Instead a number is stored in memory that a forked child finds zeroed:
//!
//! - on Linux, a separate page with `MADV_WIPEONFORK` (`madvise(2)`, Linux 4.14), which the kernel
//!   zeroes in the child of every forking call, even a bare `clone`. The advice is trusted only if
//!   the kernel rejects an unknown advice, because some emulators accept any;
//! - on FreeBSD, NetBSD and OpenBSD, the same with `minherit(2)`;
//! - on other Unix systems, or where that fails, a word that a `pthread_atfork(3)` handler zeroes,
//!   together with the process id. This method misses a bare `clone` into a new PID namespace.
//!
//! A thread, or a child of `vfork`, shares the memory and the number. Sharing memory does not count
//! as a fork here, because indices used on one side are used on the other side too.
//!
//! ```
//! use quicksalt_hashsig::fork::Process;
//!
//! let holder = Process::current();
//! assert!(holder.is_current());
//! assert!(!Process::simulated(holder.number() + 1).is_current());
//! ```

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A process, distinguishable from all its ancestors and forked children.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Process(u64);

impl Process {
    /// Creates the identity of a simulated process. Only equality of the numbers matters.
    #[must_use]
    pub const fn simulated(number: u64) -> Self {
        Self(number)
    }

    /// Returns the calling process. The call costs two loads.
    #[must_use]
    pub fn current() -> Self {
        let word = imp::word();
        match word.load(Relaxed) {
            0 => Self::begun(word),
            number => Self(number),
        }
    }

    /// Returns whether the calling process is this process.
    #[must_use]
    pub fn is_current(self) -> bool {
        self == Self::current()
    }

    /// Returns the number of the process, which is not zero.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0
    }

    /// Assigns a number to this process. The new number is greater than the number of any ancestor
    /// at the time of its fork, so it differs from every inherited number.
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

    /// Processes cannot fork on this platform.
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

    /// The word that a fork zeroes; null until first used.
    static WORD: AtomicPtr<AtomicU64> = AtomicPtr::new(ptr::null_mut());

    /// The word for systems without a wiped page.
    static HANDLED: AtomicU64 = AtomicU64::new(0);
    /// The process id stored with the word; a changed id reveals a fork that ran no handler.
    static HANDLED_ID: AtomicU64 = AtomicU64::new(0);

    /// The function does not lock, so that a child forked during the call can continue.
    pub(super) fn word() -> &'static AtomicU64 {
        let known = WORD.load(Acquire);
        let word = if known.is_null() { chosen() } else { known };
        if ptr::eq(word, &raw const HANDLED) {
            let id = u64::from(process::id());
            if HANDLED_ID.swap(id, Relaxed) != id {
                HANDLED.store(0, Relaxed);
            }
        }
        // SAFETY: `word` points to a static or to the start of a page that is never unmapped; both
        // are aligned for the word, and all-zero bytes are a valid word.
        unsafe { &*word }
    }

    #[cold]
    fn chosen() -> *mut AtomicU64 {
        let made = wiped_page().unwrap_or_else(handled);
        match WORD.compare_exchange(ptr::null_mut(), made, AcqRel, Acquire) {
            Ok(_) => made,
            // Another thread was first; this thread's page stays mapped and unused.
            Err(first) => first,
        }
    }

    /// Registers a handler that zeroes the word in each child.
    fn handled() -> *mut AtomicU64 {
        extern "C" fn zero() {
            HANDLED.store(0, Relaxed);
        }
        HANDLED_ID.store(process::id().into(), Relaxed);
        // SAFETY: the handler only stores to an atomic, which is allowed in a child immediately
        // after the fork. If registering the handler fails for lack of memory, the process id still
        // detects the fork.
        let _ = unsafe { libc::pthread_atfork(None, None, Some(zero)) };
        (&raw const HANDLED).cast_mut()
    }

    /// Returns a page that the kernel zeroes in each child, if the kernel supports it.
    fn wiped_page() -> Option<*mut AtomicU64> {
        let (read_write, private) =
            (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANON);
        // SAFETY: a new anonymous mapping, which aliases no existing memory.
        let page = unsafe { libc::mmap(ptr::null_mut(), PAGE, read_write, private, -1, 0) };
        if page == libc::MAP_FAILED {
            return None;
        }
        if is_wiped_in_children(page) {
            return Some(page.cast());
        }
        // SAFETY: the mapping was just created, and nothing points to it.
        unsafe { libc::munmap(page, PAGE) };
        None
    }

    /// The smallest page size; the kernel rounds it up.
    const PAGE: usize = 4096;

    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn is_wiped_in_children(page: *mut c_void) -> bool {
        /// A `madvise` advice that no kernel knows: where it is accepted, as under some emulators,
        /// success is meaningless.
        const NO_ADVICE: i32 = 0x7fff_fff0;
        // SAFETY: the advice concerns our own page, which holds no data yet.
        let advise = |advice| unsafe { libc::madvise(page, PAGE, advice) } == 0;
        !advise(NO_ADVICE) && advise(libc::MADV_WIPEONFORK)
    }

    #[cfg(any(target_os = "freebsd", target_os = "netbsd", target_os = "openbsd"))]
    fn is_wiped_in_children(page: *mut c_void) -> bool {
        #[cfg(target_os = "freebsd")]
        use libc::INHERIT_ZERO;
        #[cfg(not(target_os = "freebsd"))]
        use libc::MAP_INHERIT_ZERO as INHERIT_ZERO;
        // SAFETY: this sets the inheritance of our own page, which holds no data yet.
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

        /// Otherwise the fork tests would exercise only the handler.
        #[cfg(target_os = "linux")]
        #[test]
        fn this_kernel_wipes_a_page() {
            assert!(wiped_page().is_some());
            word();
            assert!(!core::ptr::eq(WORD.load(Relaxed), &raw const HANDLED));
        }

        /// The child finds zero; the parent still finds its number.
        #[test]
        fn the_handler_zeroes_the_word_in_the_child_only() {
            handled();
            HANDLED.store(7, Relaxed);
            // SAFETY: the child only reads an atomic and exits.
            let child = unsafe { libc::fork() };
            if child == 0 {
                let found = HANDLED.load(Relaxed);
                // SAFETY: `_exit` takes a plain number.
                unsafe { libc::_exit(i32::from(found != 0)) };
            }
            let mut status = -1;
            // SAFETY: `status` is a valid local variable.
            assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
            assert_eq!((status, HANDLED.load(Relaxed)), (0, 7));
        }
    }
}
