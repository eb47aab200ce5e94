//! The error number of the C library, which tells more of some failures.

/// Sets it.
pub(crate) fn set(number: i32) {
    // SAFETY: the C library gives a valid pointer to the number of this thread.
    #[cfg(any(target_os = "linux", target_os = "emscripten", target_os = "wasi"))]
    unsafe {
        *libc::__errno_location() = number;
    }
    // SAFETY: as above.
    #[cfg(any(target_os = "macos", target_os = "ios", target_os = "freebsd"))]
    unsafe {
        *libc::__error() = number;
    }
    let _ = number;
}
