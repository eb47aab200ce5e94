//! Much memory at once, all zeros, wiped when it goes out of use.
//!
//! What hashes passwords fills it once and then reads it at random. On Unix much of it comes from the
//! operating system as it is, in huge pages where there are any: nothing is written before the lanes
//! write, each thread has its own part of it given by the system, and a place is found with fewer steps.

#![allow(unsafe_code, reason = "std maps no memory")]

use alloc::alloc::alloc_zeroed;
use alloc::vec::Vec;
use core::alloc::Layout;
use core::ops::{Deref, DerefMut};
use core::ptr;

use super::lanes;
use crate::error::{Error, Result};
use crate::memory;

/// What it holds.
///
/// # Safety
/// Bytes that are all zero are a value.
pub(crate) unsafe trait Plain: Copy {}

/// So many values, all zero at first.
pub(crate) struct Pages<T: Plain> {
    memory: Memory<T>,
    /// Whether all values have been overwritten, and none was written since.
    is_wiped: bool,
}

enum Memory<T: Plain> {
    /// What is less than a huge page, or anything where nothing is known of pages.
    Vector(Vec<T>),
    #[cfg(all(unix, feature = "std"))]
    Mapped(mapped::Mapped<T>),
}

impl<T: Plain> Pages<T> {
    /// Asks for memory for so many values.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`] if there is none, or if it is known that somebody would have to be
    /// ended for it.
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

    /// Wipes it, shared out among so many threads: what hashes a password is so much that one thread alone
    /// would keep the others of its lanes waiting for a tenth of their time.
    pub(crate) fn wipe_by(mut self, threads: usize)
    where
        T: Send,
    {
        // Where there is no memory for that, it is wiped as if nobody had asked.
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

/// So many values of zero. An allocator knows of memory that it need not overwrite for that.
fn zeros<T: Plain>(len: usize) -> Result<Vec<T>> {
    const { assert!(size_of::<T>() > 0) };
    if len == 0 {
        return Ok(Vec::new());
    }
    let layout = Layout::array::<T>(len).map_err(|_| Error::OutOfMemory)?;
    // SAFETY: the layout has a size.
    let at = unsafe { alloc_zeroed(layout) };
    if at.is_null() {
        return Err(Error::OutOfMemory);
    }
    // SAFETY: the allocator that vectors use gave this for `len` values, which bytes of zero are.
    Ok(unsafe { Vec::from_raw_parts(at.cast(), len, len) })
}

/// Makes zeros of all values, in a way that the compiler may not drop.
fn overwrite<T: Plain>(items: &mut [T]) {
    // At once: a loop over values makes many short calls of the engine's in WebAssembly.
    // SAFETY: bytes of zero are values.
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

    /// The size of a huge page, on whose multiple the values begin.
    pub(super) const HUGE: usize = 2 << 20;

    /// A mapping of this process alone.
    pub(super) struct Mapped<T> {
        /// Where it begins, and how many bytes it has.
        start: *mut c_void,
        size: usize,
        /// Within it.
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
            // SAFETY: a new mapping, of no file and wherever there is room, touches nothing that
            // there is.
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

        /// Asks for huge pages, which is no matter if there are none, and for none of it in a core
        /// dump.
        #[cfg(any(target_os = "linux", target_os = "android"))]
        fn advise(&self) {
            let bytes = self.len * size_of::<T>();
            for advice in [libc::MADV_HUGEPAGE, libc::MADV_DONTDUMP] {
                // SAFETY: the values lie within the mapping, at the beginning of a page, and neither
                // advice changes what they are.
                unsafe { libc::madvise(self.items.as_ptr().cast(), bytes, advice) };
            }
        }

        pub(super) fn items(&self) -> &[T] {
            // SAFETY: `len` values fit into the mapping from `items` on, which lies on a multiple of
            // what they ask for, since it is the beginning of a page. Zeros, which the system gave,
            // are values, and nothing else has been written but values. The mapping is there as long
            // as `self` is, which is borrowed.
            unsafe { slice::from_raw_parts(self.items.as_ptr(), self.len) }
        }

        pub(super) fn items_mut(&mut self) -> &mut [T] {
            // SAFETY: as above, and `self`, through which alone they are reached, is borrowed mutably.
            unsafe { slice::from_raw_parts_mut(self.items.as_ptr(), self.len) }
        }
    }

    impl<T> Drop for Mapped<T> {
        fn drop(&mut self) {
            // SAFETY: `new` has mapped it, nobody borrows it any more, and nobody unmaps it else.
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
    fn it_is_zeros_in_the_order_of_its_values() {
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
    fn what_no_address_space_has_room_for_is_an_error() {
        for len in [usize::MAX, usize::MAX / 1024, isize::MAX as usize / 1024, 1 << 40] {
            assert_eq!(Pages::<Block>::new(len).err(), Some(Error::OutOfMemory), "{len}");
        }
    }
}
