//! Why the last call failed, for callers that have no other way to be told: modules for WebAssembly,
//! which have one thread.

use quicksalt::Error;

#[cfg(not(feature = "std"))]
mod kept {
    use core::sync::atomic::{AtomicU32, Ordering};

    static LAST: AtomicU32 = AtomicU32::new(0);

    pub(super) fn store(code: u32) {
        LAST.store(code, Ordering::Relaxed);
    }

    /// Why a call has failed since this function was called last: 0 if none has, 1 what was to be
    /// verified is not genuine, 2 a key or a point is weak or invalid, 3 memory, 4 a length or a
    /// number, 5 the random source, 6 a text, 7 misuse of the library, 8 anything else.
    #[unsafe(no_mangle)]
    pub extern "C" fn quicksalt_status() -> u32 {
        LAST.swap(0, Ordering::Relaxed)
    }
}

#[cfg(not(feature = "std"))]
pub use kept::quicksalt_status;

/// Keeps the reason of a failure.
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

/// Keeps that the library was misused.
pub(crate) fn misuse() {
    #[cfg(not(feature = "std"))]
    kept::store(7);
}
