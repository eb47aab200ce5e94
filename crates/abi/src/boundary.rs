//! Where a call of C becomes one of Rust: pointers become slices, and results return values.
//!
//! What is written never overlaps what is read when Rust sees it: what is read is copied, and the copy
//! wiped, if the caller wants the result in its place, and otherwise read where it is.

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

/// Why a call did not do what it is for.
#[derive(Debug)]
pub(crate) enum Fault {
    /// A mistake of the program: libsodium calls its handler and aborts.
    Misuse(#[cfg(feature = "std")] &'static str),
    /// What the return value tells.
    Failed(Error),
}

impl Fault {
    /// A mistake of the program, and which. In a module nobody would read the text, and it stays out.
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

/// Any failure that a return value tells without a reason.
pub(crate) const FAILED: Fault = Fault::Failed(Error::Verification);

/// What a function returns: 0, or -1 if it failed.
pub(crate) fn status(outcome: Outcome) -> c_int {
    match outcome {
        Ok(()) => 0,
        Err(fault) => failed(fault),
    }
}

/// For a function that returns nothing, and therefore must not fail.
pub(crate) fn must(outcome: Outcome) {
    if let Err(fault) = outcome {
        if let Fault::Failed(_) = fault {
            misuse("a function that cannot fail has failed");
        }
        // Where that returns, the reason is the error's.
        fault.report();
    }
}

#[cold]
fn failed(fault: Fault) -> c_int {
    fault.report();
    -1
}

/// The promise of whoever called a function of this crate: every pointer of the call may be read or
/// written as far as the length beside it says, or is NULL. It is made at the boundary alone, and what
/// it hands out does not outlive it.
pub(crate) struct Caller(());

/// Where bytes are to be read, and how many.
pub(crate) type Bytes = (*const u8, usize);

/// A place to write to, whose length is checked.
pub(crate) struct Place<'a> {
    at: *mut u8,
    len: usize,
    caller: core::marker::PhantomData<&'a Caller>,
}

/// What is read: the caller's own bytes, or a copy if they lie where is written.
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

/// Where [`Caller::apart`] keeps copies, if there are any.
pub(crate) type Copies = Option<Wiped<Vec<u8>>>;

/// Puts copies in the place of bytes.
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
    /// The bytes, all of which have a value: C knows no others.
    #[inline]
    pub(crate) fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: `Caller::place` checked that the place is not NULL unless it is empty, the caller
        // promised the rest, and inputs that overlap it were copied before.
        unsafe { core::slice::from_raw_parts_mut(self.at, self.len) }
    }

    /// Whether none of these bytes lie in it.
    #[inline]
    pub(crate) fn is_apart(&self, all: &[Bytes]) -> bool {
        !all.iter().any(|&(at, len)| self.overlaps(at, len))
    }

    /// Whether these bytes lie in it, even in part.
    #[inline]
    fn overlaps(&self, at: *const u8, len: usize) -> bool {
        let (start, other) = (self.at as usize, at as usize);
        len > 0 && self.len > 0 && start < other + len && other < start + self.len
    }
}

const NULL: Fault = Fault::misuse("NULL where bytes were expected");

impl Caller {
    /// # Safety
    /// Whoever called promises it, in the words of [`Caller`].
    #[inline]
    pub(crate) const unsafe fn promised() -> Self {
        Self(())
    }

    /// Checks a length that C has in more bits than there are addresses, and that it is not too long.
    #[inline]
    pub(crate) fn len(&self, len: c_ulonglong, longest: u64) -> Outcome<usize> {
        let most = longest.min(isize::MAX as u64);
        if len > most { Err(Fault::misuse("a message is too long")) } else { Ok(len as usize) }
    }

    /// Bytes to read, beside which nothing is written.
    #[inline]
    pub(crate) fn bytes(&self, at: *const u8, len: usize) -> Outcome<&[u8]> {
        if len == 0 {
            return Ok(&[]);
        }
        if at.is_null() || len > isize::MAX as usize {
            return Err(NULL);
        }
        // SAFETY: not NULL, and promised.
        Ok(unsafe { core::slice::from_raw_parts(at, len) })
    }

    /// A text with a zero byte behind it. What is not UTF-8 becomes a character that no name contains.
    #[cfg(feature = "std")]
    pub(crate) fn text(&self, at: *const c_char) -> Result<Cow<'_, str>, Error> {
        if at.is_null() {
            return Err(Error::Unusable("NULL where a text was expected".into()));
        }
        // SAFETY: not NULL, and promised.
        Ok(unsafe { CStr::from_ptr(at) }.to_string_lossy())
    }

    /// Bytes to read while `place` is written.
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

    /// Several of them: where they are if none lies where is written, or else copies in memory that `copies`
    /// holds.
    // A call of its own takes as long as AEGIS on 64 bytes, but a module's size counts.
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

    /// A place to write to.
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

    /// A place to write to or, for NULL, one that `unwanted` holds and nobody reads.
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

    /// As [`Self::bytes`], of fixed length: what is written of them is written when they have been read.
    #[cfg(feature = "standard")]
    #[inline]
    pub(crate) fn fixed<const N: usize>(&self, at: *const u8) -> Outcome<&[u8; N]> {
        if at.is_null() {
            return Err(NULL);
        }
        // SAFETY: not NULL, promised, and bytes need no alignment.
        Ok(unsafe { &*at.cast::<[u8; N]>() })
    }

    /// Public bytes of fixed length, such as a nonce.
    #[cfg(feature = "standard")]
    #[inline]
    pub(crate) fn array<const N: usize>(&self, at: *const u8) -> Outcome<[u8; N]> {
        if at.is_null() {
            return Err(NULL);
        }
        // SAFETY: not NULL, promised, and bytes need no alignment.
        Ok(unsafe { at.cast::<[u8; N]>().read() })
    }

    /// A secret of fixed length, such as a key.
    #[cfg(feature = "standard")]
    #[inline]
    pub(crate) fn secret<const N: usize>(&self, at: *const u8) -> Outcome<Wiped<[u8; N]>> {
        self.array(at).map(Wiped::new)
    }

    /// As [`Self::secret`], into a place of the function's: what is returned may leave a copy in its frame.
    #[cfg(feature = "full")]
    #[inline]
    pub(crate) fn secret_into<const N: usize>(&self, to: &mut [u8; N], at: *const u8) -> Outcome {
        if at.is_null() {
            return Err(NULL);
        }
        // SAFETY: as in `array`; `to` is ours, so the two do not overlap.
        unsafe { to.as_mut_ptr().copy_from_nonoverlapping(at, N) };
        Ok(())
    }

    /// Writes bytes of fixed length.
    #[inline]
    pub(crate) fn put<const N: usize>(&self, at: *mut u8, bytes: &[u8; N]) -> Outcome {
        if at.is_null() {
            return Err(NULL);
        }
        // SAFETY: as in `array`; `bytes` is ours, so the two do not overlap.
        unsafe { at.cast::<[u8; N]>().write(*bytes) };
        Ok(())
    }

    /// Writes a value where the caller wants it, which may be nowhere.
    #[inline]
    #[cfg(feature = "standard")]
    pub(crate) fn tell<T>(&self, at: *mut T, value: T) {
        if !at.is_null() {
            // SAFETY: not NULL, and promised.
            unsafe { at.write_unaligned(value) };
        }
    }

    /// Moves bytes, which may overlap.
    #[inline]
    #[cfg(feature = "standard")]
    pub(crate) fn copy(&self, to: *mut u8, from: *const u8, len: usize) -> Outcome {
        if len == 0 {
            return Ok(());
        }
        if to.is_null() || from.is_null() {
            return Err(NULL);
        }
        // SAFETY: not NULL, and promised.
        unsafe { ptr::copy(from, to, len) };
        Ok(())
    }

    /// Overwrites bytes with zeros, as far as there is anything to overwrite.
    #[inline]
    pub(crate) fn zero(&self, at: *mut u8, len: usize) {
        if let Ok(mut place) = self.place(at, len) {
            place.bytes().fill(0);
            zeroize::optimization_barrier(place.bytes());
        }
    }

    /// Makes the state that the caller keeps, where it stays; it is none of Rust's to drop.
    #[inline]
    #[cfg(feature = "standard")]
    pub(crate) fn make<T>(&self, at: *mut T, state: impl FnOnce() -> T) -> Outcome {
        if at.is_null() {
            return Err(NULL);
        }
        if !at.is_aligned() {
            return Err(Fault::misuse("a state is not aligned as its type asks"));
        }
        // SAFETY: not NULL, aligned, and promised.
        unsafe { at.write(state()) };
        Ok(())
    }

    /// The state that the caller keeps, which [`Self::make`] made or a copy of its bytes.
    #[inline]
    #[cfg(feature = "standard")]
    #[allow(clippy::mut_from_ref, reason = "the promise is no container of what it speaks of")]
    pub(crate) fn state<T>(&self, at: *mut T) -> Outcome<&mut T> {
        if at.is_null() {
            return Err(NULL);
        }
        if !at.is_aligned() {
            return Err(Fault::misuse("a state is not aligned as its type asks"));
        }
        // SAFETY: not NULL, aligned, and promised.
        Ok(unsafe { &mut *at })
    }
}

/// Bytes of the length that they must have.
#[inline]
pub(crate) fn sized<const N: usize>(bytes: &[u8]) -> Outcome<&[u8; N]> {
    bytes.try_into().map_err(|_| FAILED)
}
