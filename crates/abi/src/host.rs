//! Random bytes without an operating system. They come from the host through the function that WASI
//! defines, so that the same module runs under WASI and in browsers.

#[link(wasm_import_module = "wasi_snapshot_preview1")]
unsafe extern "C" {
    /// Fills a buffer with random bytes; returns 0 or an error number.
    unsafe fn random_get(at: *mut u8, len: usize) -> u16;
}

/// Fills a buffer; returns whether this succeeded.
pub(crate) fn fill(out: &mut [u8]) -> bool {
    // SAFETY: the pointer and the length describe the buffer.
    unsafe { random_get(out.as_mut_ptr(), out.len()) == 0 }
}
