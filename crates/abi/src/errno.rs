//! Access to the C library's errno, which gives the reason for some failures.

/// Sets errno.
pub(crate) fn set(number: i32) {
    // SAFETY: the C library returns a valid pointer to this thread's errno.
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
