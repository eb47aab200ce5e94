//! Randomness where there is no operating system: of the host, by the name and the form that WASI has
//! for it, so that one module runs under WASI and in browsers.

#[link(wasm_import_module = "wasi_snapshot_preview1")]
unsafe extern "C" {
    /// Fills a buffer with random bytes: 0, or an error number.
    unsafe fn random_get(at: *mut u8, len: usize) -> u16;
}

/// Fills a buffer; whether it is filled.
pub(crate) fn fill(out: &mut [u8]) -> bool {
    // SAFETY: the buffer is as long as the host is told.
    unsafe { random_get(out.as_mut_ptr(), out.len()) == 0 }
}
