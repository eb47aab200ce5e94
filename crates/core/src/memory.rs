//! Memory whose size a caller decides: asked for, so that a shortage is an error.
//!
//! The usual `vec![0; len]` ends the process where the memory is not to be had. Sizes that come
//! from a message, a file or an argument go through these functions.
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

/// An empty vector with room for exactly `len` items.
///
/// # Errors
/// [`crate::Error::OutOfMemory`] if there is no memory for them.
pub fn with_capacity<T>(len: usize) -> Result<Vec<T>> {
    let mut items = Vec::new();
    items.try_reserve_exact(len)?;
    Ok(items)
}

/// That many zeros.
///
/// # Errors
/// [`crate::Error::OutOfMemory`] if there is no memory for them.
pub fn zeros(len: usize) -> Result<Vec<u8>> {
    let mut bytes = with_capacity(len)?;
    bytes.resize(len, 0);
    Ok(bytes)
}

/// A copy.
///
/// # Errors
/// [`crate::Error::OutOfMemory`] if there is no memory for it.
pub fn copy(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut copy = with_capacity(bytes.len())?;
    copy.extend_from_slice(bytes);
    Ok(copy)
}

/// All items, in a vector that grows as they come.
///
/// # Errors
/// [`crate::Error::OutOfMemory`] if there is no memory for them; the items so far are dropped.
pub fn collect<T>(items: impl IntoIterator<Item = T>) -> Result<Vec<T>> {
    let items = items.into_iter();
    let mut all = with_capacity(items.size_hint().0)?;
    for item in items {
        all.try_reserve(1)?;
        all.push(item);
    }
    Ok(all)
}

/// Says beforehand that so many bytes are more than there are, where the operating system tells: it
/// may promise what it does not have, and end a process that uses it. Small sizes are not asked about.
///
/// # Errors
/// [`crate::Error::OutOfMemory`].
pub(crate) fn expect(size: usize) -> Result<()> {
    /// Filling so many bytes takes longer than asking by far.
    #[cfg(all(feature = "std", any(target_os = "linux", target_os = "android")))]
    const SMALL: usize = 16 << 20;

    #[cfg(all(feature = "std", any(target_os = "linux", target_os = "android")))]
    if size > SMALL && crate::available::available().is_some_and(|most| most < size as u64) {
        return Err(crate::Error::OutOfMemory);
    }
    let _ = size;
    Ok(())
}
