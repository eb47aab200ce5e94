//! `sodium_malloc`: memory for secrets between guard pages, excluded from swap and core dumps.
//!
//! ```text
//! [page: size, read-only][guard page][.. canary | the caller's bytes][guard page]
//! ```
//!
//! The caller's bytes end at the last guard page, so that an overflow by one byte ends the process.

use core::ffi::{c_int, c_void};
use core::ptr;
use std::sync::OnceLock;

use crate::boundary::{Fault, must};
use crate::exports::abi;

const CANARY_LEN: usize = 16;

/// The fill byte of new memory, nonzero so that no program relies on zeros.
const NEW: u8 = 0xdb;

/// The random canary before each allocation of this process.
fn canary() -> Option<&'static [u8; CANARY_LEN]> {
    static CANARY: OnceLock<Option<[u8; CANARY_LEN]>> = OnceLock::new();
    let drawn = CANARY.get_or_init(|| {
        let mut canary = [0; CANARY_LEN];
        quicksalt::nacl::random::fill(&mut canary).is_ok().then_some(canary)
    });
    drawn.as_ref()
}

fn page_len() -> usize {
    static PAGE: OnceLock<usize> = OnceLock::new();
    *PAGE.get_or_init(|| {
        // SAFETY: sysconf only returns a number.
        let len = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
        usize::try_from(len).unwrap_or(4096).max(CANARY_LEN)
    })
}

/// One allocation: the start of its mapping, and the size of the pages for the caller's bytes.
#[derive(Clone, Copy)]
struct Region {
    base: *mut u8,
    inner_len: usize,
    page: usize,
}

impl Region {
    /// Returns the size of the pages for the caller's bytes and the canary.
    fn inner_len(size: usize, page: usize) -> Option<usize> {
        size.checked_add(CANARY_LEN)?.checked_next_multiple_of(page)
    }

    fn total_len(&self) -> usize {
        self.inner_len + 3 * self.page
    }

    fn inner(&self) -> *mut u8 {
        self.base.wrapping_add(2 * self.page)
    }

    fn user(&self, size: usize) -> *mut u8 {
        self.inner().wrapping_add(self.inner_len - size)
    }

    /// Returns the region of an allocation, and its requested size.
    ///
    /// # Safety
    /// The pointer must come from `sodium_malloc` and not be freed.
    unsafe fn of(user: *mut u8) -> (Self, usize) {
        let page = page_len();
        // The canary precedes the caller's bytes: in the first page of the inner part or, if that
        // page is full, in the page before the last.
        let at = user as usize - CANARY_LEN;
        let base = user.wrapping_sub(CANARY_LEN + at % page + 2 * page);
        // SAFETY: the first page of the mapping is readable and begins with the size.
        let size = unsafe { base.cast::<usize>().read() };
        let inner_len = Self::inner_len(size, page).unwrap_or(page);
        (Self { base, inner_len, page }, size)
    }

    /// Changes the protection of pages in the region.
    fn protect(&self, at: *mut u8, len: usize, access: c_int) -> c_int {
        // SAFETY: the pages belong to the mapping; the caller may protect its inner part.
        unsafe { libc::mprotect(at.cast(), len, access) }
    }
}

fn allocate(size: usize) -> *mut c_void {
    let page = page_len();
    let (Some(inner_len), Some(canary)) = (Region::inner_len(size, page), canary()) else {
        crate::errno::set(libc::ENOMEM);
        return ptr::null_mut();
    };
    let Some(total) = inner_len.checked_add(3 * page) else {
        crate::errno::set(libc::ENOMEM);
        return ptr::null_mut();
    };
    // SAFETY: the call creates a new mapping at an address that the system chooses.
    let base = unsafe {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANON;
        libc::mmap(ptr::null_mut(), total, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0)
    };
    if base == libc::MAP_FAILED {
        crate::errno::set(libc::ENOMEM);
        return ptr::null_mut();
    }
    let region = Region { base: base.cast(), inner_len, page };
    let user = region.user(size);
    // SAFETY: all accesses are within the mapping, and the canary precedes the caller's bytes.
    unsafe {
        ptr::write_bytes(region.inner(), NEW, inner_len);
        user.wrapping_sub(CANARY_LEN).cast::<[u8; CANARY_LEN]>().write(*canary);
        region.base.cast::<usize>().write(size);
    }
    lock(region.inner(), inner_len);
    region.protect(region.base, page, libc::PROT_READ);
    region.protect(region.base.wrapping_add(page), page, libc::PROT_NONE);
    region.protect(region.inner().wrapping_add(inner_len), page, libc::PROT_NONE);
    user.cast()
}

fn release(user: *mut u8) {
    if user.is_null() {
        return;
    }
    // SAFETY: the caller promises that the memory comes from `sodium_malloc`.
    let (region, size) = unsafe { Region::of(user) };
    region.protect(region.base, region.total_len(), libc::PROT_READ | libc::PROT_WRITE);
    // SAFETY: the canary precedes the caller's bytes and is within the mapping.
    let found =
        unsafe { region.user(size).wrapping_sub(CANARY_LEN).cast::<[u8; CANARY_LEN]>().read() };
    if Some(&found) != canary() {
        must(Err(Fault::misuse("bytes before guarded memory were overwritten")));
    }
    // SAFETY: the inner part is writable, and the mapping is released once.
    unsafe {
        ptr::write_bytes(region.inner(), 0, region.inner_len);
        zeroize::optimization_barrier(&*ptr::slice_from_raw_parts(
            region.inner(),
            region.inner_len,
        ));
        unlock(region.inner(), region.inner_len);
        libc::munmap(region.base.cast(), region.total_len());
    }
}

/// Excludes pages from swap and, on Linux, from core dumps.
fn lock(at: *mut u8, len: usize) -> c_int {
    // SAFETY: both calls accept any range; unmapped memory is an error.
    unsafe {
        #[cfg(target_os = "linux")]
        libc::madvise(at.cast(), len, libc::MADV_DONTDUMP);
        libc::mlock(at.cast(), len)
    }
}

fn unlock(at: *mut u8, len: usize) -> c_int {
    // SAFETY: as in `lock`.
    unsafe {
        #[cfg(target_os = "linux")]
        libc::madvise(at.cast(), len, libc::MADV_DODUMP);
        libc::munlock(at.cast(), len)
    }
}

/// Changes the protection of the caller's pages.
fn protect(user: *mut u8, access: c_int) -> c_int {
    if user.is_null() {
        return -1;
    }
    // SAFETY: the caller promises that the memory comes from `sodium_malloc`.
    let (region, _) = unsafe { Region::of(user) };
    region.protect(region.inner(), region.inner_len, access)
}

abi! {
    fn sodium_mlock(_caller, addr: *mut c_void, len: usize) -> c_int {
        lock(addr.cast(), len)
    }
    fn sodium_munlock(caller, addr: *mut c_void, len: usize) -> c_int {
        caller.zero(addr.cast(), len);
        unlock(addr.cast(), len)
    }
    fn sodium_malloc(_caller, size: usize) -> *mut c_void {
        allocate(size)
    }
    fn sodium_allocarray(_caller, count: usize, size: usize) -> *mut c_void {
        match count.checked_mul(size) {
            Some(total) => allocate(total),
            None => {
                crate::errno::set(libc::ENOMEM);
                ptr::null_mut()
            }
        }
    }
    fn sodium_free(_caller, ptr: *mut c_void) {
        release(ptr.cast());
    }
    fn sodium_mprotect_noaccess(_caller, ptr: *mut c_void) -> c_int {
        protect(ptr.cast(), libc::PROT_NONE)
    }
    fn sodium_mprotect_readonly(_caller, ptr: *mut c_void) -> c_int {
        protect(ptr.cast(), libc::PROT_READ)
    }
    fn sodium_mprotect_readwrite(_caller, ptr: *mut c_void) -> c_int {
        protect(ptr.cast(), libc::PROT_READ | libc::PROT_WRITE)
    }
}
