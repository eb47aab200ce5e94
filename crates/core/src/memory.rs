//! Fallible allocation of buffers with a size chosen by the caller.
//!
//! The usual `vec![0; len]` aborts the process if memory is exhausted. Sizes that come from a
//! message, a file or an argument must use these functions.
//!
//! ```
//! use quicksalt::{Error, memory};
//!
//! assert_eq!(memory::zeros(3)?, [0; 3]);
//! assert_eq!(memory::zeros(usize::MAX), Err(Error::OutOfMemory));
//! # Ok::<(), Error>(())
//! ```

use alloc::vec::Vec;

use crate::error::Result;

/// Returns an empty vector with capacity for exactly `len` items.
///
/// # Errors
/// [`crate::Error::OutOfMemory`] if memory is exhausted.
pub fn with_capacity<T>(len: usize) -> Result<Vec<T>> {
    let mut items = Vec::new();
    items.try_reserve_exact(len)?;
    Ok(items)
}

/// Returns a vector of `len` zeros.
///
/// # Errors
/// [`crate::Error::OutOfMemory`] if memory is exhausted.
pub fn zeros(len: usize) -> Result<Vec<u8>> {
    let mut bytes = with_capacity(len)?;
    bytes.resize(len, 0);
    Ok(bytes)
}

/// Returns a copy of `bytes`.
///
/// # Errors
/// [`crate::Error::OutOfMemory`] if memory is exhausted.
pub fn copy(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut copy = with_capacity(bytes.len())?;
    copy.extend_from_slice(bytes);
    Ok(copy)
}

/// Collects all items into a vector that grows as needed.
///
/// # Errors
/// [`crate::Error::OutOfMemory`] if memory is exhausted; the items collected so far are dropped.
pub fn collect<T>(items: impl IntoIterator<Item = T>) -> Result<Vec<T>> {
    let items = items.into_iter();
    let mut all = with_capacity(items.size_hint().0)?;
    for item in items {
        all.try_reserve(1)?;
        all.push(item);
    }
    Ok(all)
}

/// Fails early if `size` exceeds the available memory that the operating system reports. Without
/// this check, overcommit would let the allocation succeed, and the process would be killed when it
/// uses the memory. Small sizes are not checked.
///
/// # Errors
/// [`crate::Error::OutOfMemory`].
pub(crate) fn expect(size: usize) -> Result<()> {
    /// The smallest size that is checked: filling it takes much longer than querying the system.
    #[cfg(all(feature = "std", any(target_os = "linux", target_os = "android")))]
    const SMALL: usize = 16 << 20;

    #[cfg(all(feature = "std", any(target_os = "linux", target_os = "android")))]
    if size > SMALL && crate::available::available().is_some_and(|most| most < size as u64) {
        return Err(crate::Error::OutOfMemory);
    }
    let _ = size;
    Ok(())
}
