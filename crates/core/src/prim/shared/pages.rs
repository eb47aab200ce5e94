//! Large zero-initialised memory that is wiped on drop.
//!
//! Password hashing fills it once and then reads it at random. On Unix, large memory is mapped
//! directly from the operating system, in huge pages where available: nothing is written before the
//! lanes write, each thread faults in its own part, and address translation takes fewer steps.

#![allow(unsafe_code, reason = "std cannot map memory")]

use alloc::alloc::alloc_zeroed;
use alloc::vec::Vec;
use core::alloc::Layout;
use core::ops::{Deref, DerefMut};
use core::ptr;

use super::lanes;
use crate::error::{Error, Result};
use crate::memory;

/// A type that [`Pages`] can store.
///
/// # Safety
/// All-zero bytes must be a valid value.
pub(crate) unsafe trait Plain: Copy {}

/// A fixed number of values, all zero at first.
pub(crate) struct Pages<T: Plain> {
    memory: Memory<T>,
    /// Whether all values have been overwritten and none has been written since.
    is_wiped: bool,
}

enum Memory<T: Plain> {
    /// Less memory than a huge page, or any amount on platforms without `mmap`.
    Vector(Vec<T>),
    #[cfg(all(unix, feature = "std"))]
    Mapped(mapped::Mapped<T>),
}

impl<T: Plain> Pages<T> {
    /// Allocates memory for `len` values.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`] if the allocation fails, or if it would foreseeably make the
    /// system kill a process.
    pub(crate) fn new(len: usize) -> Result<Self> {
        let size = len.checked_mul(size_of::<T>()).ok_or(Error::OutOfMemory)?;
        memory::expect(size)?;
        #[cfg(all(unix, feature = "std"))]
        if size >= mapped::HUGE {
            let memory = Memory::Mapped(mapped::Mapped::new(len)?);
            return Ok(Self { memory, is_wiped: false });
        }
        Ok(Self { memory: Memory::Vector(zeros(len)?), is_wiped: false })
    }

    /// Wipes the memory with `threads` threads: with a single thread, the other lanes of password
    /// hashing would wait for a tenth of their time.
    pub(crate) fn wipe_by(mut self, threads: usize)
    where
        T: Send,
    {
        // Without memory for the threads' workspaces, `drop` wipes it on this thread.
        let Ok(mut rooms) = memory::collect(core::iter::repeat_n((), threads)) else { return };
        let parts = self.len().div_ceil(threads.max(1)).max(1);
        let wiped = lanes::each(&mut rooms, self.chunks_mut(parts), |(), part, _| {
            overwrite(part);
            Ok(())
        });
        self.is_wiped = wiped.is_ok() && threads > 0;
    }
}

impl<T: Plain> Drop for Pages<T> {
    fn drop(&mut self) {
        if !self.is_wiped {
            overwrite(self);
        }
    }
}

/// Returns `len` zero values. The allocator can skip overwriting fresh memory.
fn zeros<T: Plain>(len: usize) -> Result<Vec<T>> {
    const { assert!(size_of::<T>() > 0) };
    if len == 0 {
        return Ok(Vec::new());
    }
    let layout = Layout::array::<T>(len).map_err(|_| Error::OutOfMemory)?;
    // SAFETY: the layout has a nonzero size.
    let at = unsafe { alloc_zeroed(layout) };
    if at.is_null() {
        return Err(Error::OutOfMemory);
    }
    // SAFETY: the allocator of `Vec` returned this memory for `len` values, and zero bytes are
    // valid.
    Ok(unsafe { Vec::from_raw_parts(at.cast(), len, len) })
}

/// Overwrites all values with zeros, in a way that the compiler may not remove.
fn overwrite<T: Plain>(items: &mut [T]) {
    // In one call: in WebAssembly a loop over values makes many short calls into the engine.
    // SAFETY: all-zero bytes are valid values.
    unsafe { ptr::write_bytes(items.as_mut_ptr(), 0, items.len()) };
    zeroize::optimization_barrier(items);
}

impl<T: Plain> Deref for Pages<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.memory {
            Memory::Vector(vector) => vector,
            #[cfg(all(unix, feature = "std"))]
            Memory::Mapped(mapped) => mapped.items(),
        }
    }
}

impl<T: Plain> DerefMut for Pages<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.memory {
            Memory::Vector(vector) => vector,
            #[cfg(all(unix, feature = "std"))]
            Memory::Mapped(mapped) => mapped.items_mut(),
        }
    }
}

#[cfg(all(unix, feature = "std"))]
mod mapped {
    use core::ffi::c_void;
    use core::marker::PhantomData;
    use core::ptr::{self, NonNull};
    use core::slice;

    use super::Plain;
    use crate::error::{Error, Result};

    /// The size of a huge page; the values start at a multiple of it.
    pub(super) const HUGE: usize = 2 << 20;

    /// A private mapping of this process.
    pub(super) struct Mapped<T> {
        /// The start of the mapping, and its size in bytes.
        start: *mut c_void,
        size: usize,
        /// The first value, inside the mapping.
        items: NonNull<T>,
        len: usize,
        owns: PhantomData<T>,
    }

    impl<T: Plain> Mapped<T> {
        const ALIGNED: () = assert!(align_of::<T>() <= 4096 && size_of::<T>() > 0);

        pub(super) fn new(len: usize) -> Result<Self> {
            let () = Self::ALIGNED;
            let bytes = len.checked_mul(size_of::<T>()).ok_or(Error::OutOfMemory)?;
            let size = bytes.checked_add(HUGE).ok_or(Error::OutOfMemory)?;
            if isize::try_from(size).is_err() {
                return Err(Error::OutOfMemory);
            }
            let access = libc::PROT_READ | libc::PROT_WRITE;
            let kind = libc::MAP_PRIVATE | libc::MAP_ANON;
            // SAFETY: a new anonymous mapping at an address chosen by the system does not affect
            // existing memory.
            let start = unsafe { libc::mmap(ptr::null_mut(), size, access, kind, -1, 0) };
            if start == libc::MAP_FAILED {
                return Err(Error::OutOfMemory);
            }
            let items = start.wrapping_byte_add(start.addr().next_multiple_of(HUGE) - start.addr());
            let Some(items) = NonNull::new(items.cast()) else { return Err(Error::OutOfMemory) };
            let mapped = Self { start, size, items, len, owns: PhantomData };
            #[cfg(any(target_os = "linux", target_os = "android"))]
            mapped.advise();
            Ok(mapped)
        }

        /// Requests huge pages, which may fail without consequence, and excludes the memory from
        /// core dumps.
        #[cfg(any(target_os = "linux", target_os = "android"))]
        fn advise(&self) {
            let bytes = self.len * size_of::<T>();
            for advice in [libc::MADV_HUGEPAGE, libc::MADV_DONTDUMP] {
                // SAFETY: the values are inside the mapping and start at a page boundary, and
                // neither advice changes their contents.
                unsafe { libc::madvise(self.items.as_ptr().cast(), bytes, advice) };
            }
        }

        pub(super) fn items(&self) -> &[T] {
            // SAFETY: `len` values fit into the mapping after `items`, the start of a page, which
            // satisfies the alignment of `T`. The zeros from the system are valid values, and only
            // values have been written since. The mapping exists until `self`, which is borrowed,
            // is dropped.
            unsafe { slice::from_raw_parts(self.items.as_ptr(), self.len) }
        }

        pub(super) fn items_mut(&mut self) -> &mut [T] {
            // SAFETY: as in `items`; `self`, the only access path to the values, is borrowed
            // mutably.
            unsafe { slice::from_raw_parts_mut(self.items.as_ptr(), self.len) }
        }
    }

    impl<T> Drop for Mapped<T> {
        fn drop(&mut self) {
            // SAFETY: `new` created the mapping, all borrows have ended, and only this call unmaps
            // it.
            unsafe { libc::munmap(self.start, self.size) };
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Pages;
    use crate::error::Error;
    use crate::prim::argon2::Block;

    #[test]
    fn new_pages_are_zero_and_hold_values_in_order() {
        for len in [0, 1, 3, 2047, 2048, 2049, 5000] {
            let mut pages = Pages::<Block>::new(len).unwrap();
            assert_eq!(pages.len(), len);
            assert!(pages.iter().all(|block| block.to_bytes() == [0; 1024]));
            for (seed, block) in (0..).zip(pages.iter_mut()) {
                *block = Block::sample(seed);
            }
            for (seed, block) in (0..).zip(pages.iter()) {
                assert_eq!(block.to_bytes(), Block::sample(seed).to_bytes());
            }
        }
    }

    #[test]
    fn sizes_beyond_the_address_space_are_errors() {
        for len in [usize::MAX, usize::MAX / 1024, isize::MAX as usize / 1024, 1 << 40] {
            assert_eq!(Pages::<Block>::new(len).err(), Some(Error::OutOfMemory), "{len}");
        }
    }
}
