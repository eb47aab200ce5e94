//! The reason for the last failure. It exists only in WebAssembly modules, which have one thread
//! and no other way to report the reason.

use quicksalt::Error;

#[cfg(not(feature = "std"))]
mod kept {
    use core::sync::atomic::{AtomicU32, Ordering};

    static LAST: AtomicU32 = AtomicU32::new(0);

    pub(super) fn store(code: u32) {
        LAST.store(code, Ordering::Relaxed);
    }

    /// Returns the reason for the last failure since the previous call: 0 none, 1 not genuine, 2 a
    /// weak or invalid key or point, 3 out of memory, 4 a wrong length or number, 5 the random
    /// source failed, 6 a malformed text, 7 misuse of the library, 8 any other failure.
    #[unsafe(no_mangle)]
    pub extern "C" fn quicksalt_status() -> u32 {
        LAST.swap(0, Ordering::Relaxed)
    }
}

#[cfg(not(feature = "std"))]
pub use kept::quicksalt_status;

/// Stores the reason for a failure.
pub(crate) fn set(error: &Error) {
    #[cfg(not(feature = "std"))]
    kept::store(match error {
        Error::Verification => 1,
        Error::WeakPublicKey
        | Error::InvalidPoint { .. }
        | Error::NeutralElement
        | Error::KeyMismatch => 2,
        Error::OutOfMemory => 3,
        Error::Length { .. } | Error::Parameter { .. } => 4,
        Error::Randomness => 5,
        Error::Malformed { .. } => 6,
        _ => 8,
    });
    #[cfg(all(feature = "std", any(unix, target_os = "wasi")))]
    if *error == Error::OutOfMemory {
        crate::errno::set(libc::ENOMEM);
    }
    let _ = error;
}

/// Stores misuse of the library as the reason.
pub(crate) fn misuse() {
    #[cfg(not(feature = "std"))]
    kept::store(7);
}
