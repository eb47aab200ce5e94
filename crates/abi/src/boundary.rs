//! The boundary between C and Rust: converts pointers to slices and results to return values.
//!
//! Rust code never writes to memory that it also reads as a slice. If the caller passes overlapping
//! buffers, the input is copied and the copy wiped; otherwise it is read in place.

#[cfg(feature = "std")]
use alloc::borrow::Cow;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::ffi::{CStr, c_char};
use core::ffi::{c_int, c_ulonglong};
#[cfg(feature = "standard")]
use core::ops::Deref;
use core::ptr;

use quicksalt::{Error, Wiped, memory};

use crate::misuse::misuse;

/// The reason why a call failed.
#[derive(Debug)]
pub(crate) enum Fault {
    /// A bug in the calling program: libsodium calls its handler and aborts.
    Misuse(#[cfg(feature = "std")] &'static str),
    /// A failure that the return value reports.
    Failed(Error),
}

impl Fault {
    /// A bug in the calling program, with the reason. WebAssembly modules omit the text, since they
    /// cannot show it.
    #[cfg_attr(not(feature = "std"), allow(unused_variables))]
    pub(crate) const fn misuse(reason: &'static str) -> Self {
        Self::Misuse(
            #[cfg(feature = "std")]
            reason,
        )
    }

    fn report(&self) {
        match self {
            #[cfg(feature = "std")]
            Self::Misuse(reason) => misuse(reason),
            #[cfg(not(feature = "std"))]
            Self::Misuse() => misuse(""),
            Self::Failed(error) => crate::last::set(error),
        }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

pub(crate) type Outcome<T = ()> = Result<T, Fault>;

/// A failure that the return value reports without a reason.
pub(crate) const FAILED: Fault = Fault::Failed(Error::Verification);

/// Returns 0 for success and -1 for failure.
pub(crate) fn status(outcome: Outcome) -> c_int {
    match outcome {
        Ok(()) => 0,
        Err(fault) => failed(fault),
    }
}

/// Handles the outcome of a function that returns nothing and therefore must not fail.
pub(crate) fn must(outcome: Outcome) {
    if let Err(fault) = outcome {
        if let Fault::Failed(_) = fault {
            misuse("a function that cannot fail has failed");
        }
        // If `misuse` returns, the reason of the error is reported.
        fault.report();
    }
}

#[cold]
fn failed(fault: Fault) -> c_int {
    fault.report();
    -1
}

/// The promise that callers of this crate's functions make: every pointer is valid for reads or
/// writes of the accompanying length, or is NULL. Only this module creates a `Caller`, and the
/// slices that it returns do not outlive the `Caller`.
pub(crate) struct Caller(());

/// The pointer to input bytes, and their number.
pub(crate) type Bytes = (*const u8, usize);

/// An output buffer with a checked length.
pub(crate) struct Place<'a> {
    at: *mut u8,
    len: usize,
    caller: core::marker::PhantomData<&'a Caller>,
}

/// Input bytes: the caller's buffer, or a copy of it if it overlaps the output.
#[cfg(feature = "standard")]
pub(crate) enum Input<'a> {
    Own(&'a [u8]),
    Copy(Wiped<Vec<u8>>),
}

#[cfg(feature = "standard")]
impl Deref for Input<'_> {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Own(bytes) => bytes,
            Self::Copy(bytes) => bytes,
        }
    }
}

/// Storage for the copies that [`Caller::apart`] makes.
pub(crate) type Copies = Option<Wiped<Vec<u8>>>;

/// Replaces input slices by copies.
#[cold]
fn copied<'a>(all: &mut [&'a [u8]], copies: &'a mut Copies) -> Outcome {
    let len = all.iter().try_fold(0_usize, |sum, bytes| sum.checked_add(bytes.len()));
    let copy = copies.insert(Wiped::new(memory::zeros(len.ok_or(Error::OutOfMemory)?)?));
    let mut rest = copy.as_mut_slice();
    for bytes in all {
        let (to, behind) = rest.split_at_mut(bytes.len());
        to.copy_from_slice(bytes);
        (*bytes, rest) = (to, behind);
    }
    Ok(())
}

impl Place<'_> {
    /// Returns the bytes, which are initialised: C does not track uninitialised memory.
    #[inline]
    pub(crate) fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: `Caller::place` checked that the pointer is not NULL unless the length is 0, the
        // caller promised validity, and overlapping inputs were copied before.
        unsafe { core::slice::from_raw_parts_mut(self.at, self.len) }
    }

    /// Returns whether no input overlaps the output.
    #[inline]
    pub(crate) fn is_apart(&self, all: &[Bytes]) -> bool {
        !all.iter().any(|&(at, len)| self.overlaps(at, len))
    }

    /// Returns whether the input overlaps the output.
    #[inline]
    fn overlaps(&self, at: *const u8, len: usize) -> bool {
        let (start, other) = (self.at as usize, at as usize);
        len > 0 && self.len > 0 && start < other + len && other < start + self.len
    }
}

const NULL: Fault = Fault::misuse("NULL where bytes were expected");

impl Caller {
    /// # Safety
    /// The caller of the C function must make the promise that [`Caller`] describes.
    #[inline]
    pub(crate) const unsafe fn promised() -> Self {
        Self(())
    }

    /// Checks that a length fits an address and the limit; C passes 64 bits.
    #[inline]
    pub(crate) fn len(&self, len: c_ulonglong, longest: u64) -> Outcome<usize> {
        let most = longest.min(isize::MAX as u64);
        if len > most { Err(Fault::misuse("a message is too long")) } else { Ok(len as usize) }
    }

    /// Returns input bytes of a call that writes nothing.
    #[inline]
    pub(crate) fn bytes(&self, at: *const u8, len: usize) -> Outcome<&[u8]> {
        if len == 0 {
            return Ok(&[]);
        }
        if at.is_null() || len > isize::MAX as usize {
            return Err(NULL);
        }
        // SAFETY: the pointer is not NULL, and the caller promised its validity.
        Ok(unsafe { core::slice::from_raw_parts(at, len) })
    }

    /// Returns a zero-terminated text. Invalid UTF-8 becomes a character that no name contains.
    #[cfg(feature = "std")]
    pub(crate) fn text(&self, at: *const c_char) -> Result<Cow<'_, str>, Error> {
        if at.is_null() {
            return Err(Error::Unusable("NULL where a text was expected".into()));
        }
        // SAFETY: the pointer is not NULL, and the caller promised its validity.
        Ok(unsafe { CStr::from_ptr(at) }.to_string_lossy())
    }

    /// Returns input bytes of a call that writes to `place`.
    #[cfg(feature = "standard")]
    #[inline]
    pub(crate) fn input<'a>(
        &'a self,
        at: *const u8,
        len: usize,
        place: &Place<'_>,
    ) -> Outcome<Input<'a>> {
        let bytes = self.bytes(at, len)?;
        if place.overlaps(at, len) {
            return Ok(Input::Copy(memory::copy(bytes)?.into()));
        }
        Ok(Input::Own(bytes))
    }

    /// Returns several inputs: in place if none overlaps the output, otherwise as copies in
    /// `copies`.
    // Inlined in the native library, since a call costs as much as AEGIS on 64 bytes; not inlined
    // in a WebAssembly module.
    #[cfg_attr(feature = "std", inline(always))]
    #[cfg_attr(not(feature = "std"), inline)]
    pub(crate) fn apart<'a, const N: usize>(
        &'a self,
        place: &Place<'_>,
        of: [Bytes; N],
        copies: &'a mut Copies,
    ) -> Outcome<[&'a [u8]; N]> {
        let mut found = [&[][..]; N];
        for (bytes, (at, len)) in found.iter_mut().zip(of) {
            *bytes = self.bytes(at, len)?;
        }
        if !place.is_apart(&of) {
            copied(&mut found, copies)?;
        }
        Ok(found)
    }

    /// Returns an output buffer.
    #[inline]
    pub(crate) fn place<'a>(&'a self, at: *mut u8, len: usize) -> Outcome<Place<'a>> {
        let caller = core::marker::PhantomData;
        if len == 0 {
            return Ok(Place { at: ptr::NonNull::dangling().as_ptr(), len, caller });
        }
        if at.is_null() || len > isize::MAX as usize {
            return Err(NULL);
        }
        Ok(Place { at, len, caller })
    }

    /// Returns an output buffer; for NULL, a temporary buffer in `unwanted`.
    pub(crate) fn place_or<'a>(
        &'a self,
        at: *mut u8,
        len: usize,
        unwanted: &'a mut Copies,
    ) -> Outcome<Place<'a>> {
        if !at.is_null() {
            return self.place(at, len);
        }
        let own = unwanted.insert(Wiped::new(memory::zeros(len)?));
        self.place(own.as_mut_ptr(), len)
    }

    /// Like [`Self::bytes`], with a fixed length. The calling code must read all bytes before it
    /// writes to an overlapping output.
    #[cfg(feature = "standard")]
    #[inline]
    pub(crate) fn fixed<const N: usize>(&self, at: *const u8) -> Outcome<&[u8; N]> {
        if at.is_null() {
            return Err(NULL);
        }
        // SAFETY: not NULL, the caller promised validity, and bytes need no alignment.
        Ok(unsafe { &*at.cast::<[u8; N]>() })
    }

    /// Copies public bytes of fixed length, such as a nonce.
    #[cfg(feature = "standard")]
    #[inline]
    pub(crate) fn array<const N: usize>(&self, at: *const u8) -> Outcome<[u8; N]> {
        if at.is_null() {
            return Err(NULL);
        }
        // SAFETY: not NULL, the caller promised validity, and bytes need no alignment.
        Ok(unsafe { at.cast::<[u8; N]>().read() })
    }

    /// Copies a secret of fixed length, such as a key.
    #[cfg(feature = "standard")]
    #[inline]
    pub(crate) fn secret<const N: usize>(&self, at: *const u8) -> Outcome<Wiped<[u8; N]>> {
        self.array(at).map(Wiped::new)
    }

    /// Like [`Self::secret`], but into a given buffer: a returned value may leave a copy on the
    /// stack.
    #[cfg(feature = "full")]
    #[inline]
    pub(crate) fn secret_into<const N: usize>(&self, to: &mut [u8; N], at: *const u8) -> Outcome {
        if at.is_null() {
            return Err(NULL);
        }
        // SAFETY: as in `array`; `to` is a Rust buffer, so the two do not overlap.
        unsafe { to.as_mut_ptr().copy_from_nonoverlapping(at, N) };
        Ok(())
    }

    /// Writes bytes of fixed length.
    #[inline]
    pub(crate) fn put<const N: usize>(&self, at: *mut u8, bytes: &[u8; N]) -> Outcome {
        if at.is_null() {
            return Err(NULL);
        }
        // SAFETY: as in `array`; `bytes` is a Rust buffer, so the two do not overlap.
        unsafe { at.cast::<[u8; N]>().write(*bytes) };
        Ok(())
    }

    /// Writes a value through an optional pointer; NULL discards the value.
    #[inline]
    #[cfg(feature = "standard")]
    pub(crate) fn tell<T>(&self, at: *mut T, value: T) {
        if !at.is_null() {
            // SAFETY: the pointer is not NULL, and the caller promised its validity.
            unsafe { at.write_unaligned(value) };
        }
    }

    /// Moves bytes; the ranges may overlap.
    #[inline]
    #[cfg(feature = "standard")]
    pub(crate) fn copy(&self, to: *mut u8, from: *const u8, len: usize) -> Outcome {
        if len == 0 {
            return Ok(());
        }
        if to.is_null() || from.is_null() {
            return Err(NULL);
        }
        // SAFETY: the pointer is not NULL, and the caller promised its validity.
        unsafe { ptr::copy(from, to, len) };
        Ok(())
    }

    /// Overwrites bytes with zeros; does nothing for NULL or length 0.
    #[inline]
    pub(crate) fn zero(&self, at: *mut u8, len: usize) {
        if let Ok(mut place) = self.place(at, len) {
            place.bytes().fill(0);
            zeroize::optimization_barrier(place.bytes());
        }
    }

    /// Writes a new state to the caller's memory. Rust never drops it.
    #[inline]
    #[cfg(feature = "standard")]
    pub(crate) fn make<T>(&self, at: *mut T, state: impl FnOnce() -> T) -> Outcome {
        if at.is_null() {
            return Err(NULL);
        }
        if !at.is_aligned() {
            return Err(Fault::misuse("a state is not aligned as its type requires"));
        }
        // SAFETY: not NULL and aligned, and the caller promised its validity.
        unsafe { at.write(state()) };
        Ok(())
    }

    /// Returns the caller's state, which [`Self::make`] or a copy of its bytes initialised.
    #[inline]
    #[cfg(feature = "standard")]
    #[allow(clippy::mut_from_ref, reason = "the promise does not contain the state")]
    pub(crate) fn state<T>(&self, at: *mut T) -> Outcome<&mut T> {
        if at.is_null() {
            return Err(NULL);
        }
        if !at.is_aligned() {
            return Err(Fault::misuse("a state is not aligned as its type requires"));
        }
        // SAFETY: not NULL and aligned, and the caller promised its validity.
        Ok(unsafe { &mut *at })
    }
}

/// Converts bytes to an array of the required length.
#[inline]
pub(crate) fn sized<const N: usize>(bytes: &[u8]) -> Outcome<&[u8; N]> {
    bytes.try_into().map_err(|_| FAILED)
}
