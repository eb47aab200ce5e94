//! Wiping of secrets.

use core::fmt;
use core::ops::{Deref, DerefMut};

use alloc::vec::Vec;

#[cfg(target_feature = "simd128")]
pub(crate) use crate::overwrite::overwrite as wipe;

/// Overwrites a value with the type's default value. The compiler cannot elide the stores. They are
/// wide, so that wiping buffers in every call is cheap enough.
#[cfg(not(target_feature = "simd128"))]
#[inline(always)]
pub(crate) fn wipe<T: Copy + Default>(secret: &mut [T]) {
    secret.fill(T::default());
    zeroize::optimization_barrier(secret);
}

/// An upper bound, in bytes, of the stack that a curve operation uses, including the hash functions
/// that it calls.
pub(crate) const STACK: usize = 4096;

/// The upper bound, in bytes, of the stack of operations that work on only a few numbers.
pub(crate) const SMALL_STACK: usize = 1024;

/// Overwrites `N` bytes of the stack below the caller.
///
/// Earlier calls stored their variables there. Wiping variables individually would miss copies made
/// by the compiler and remnants left by third-party crates. Every operation that takes many times
/// longer than this call therefore ends with it.
#[inline(never)]
pub(crate) fn wipe_stack<const N: usize>() {
    if N > 0 {
        wipe(&mut [0_u8; N]);
    }
}

/// Runs `work` in a separate stack frame and overwrites the stack that it used. The caller must
/// wipe secrets that it returns by value.
#[inline(always)]
pub fn without_traces<T>(work: impl FnOnce() -> T) -> T {
    without_traces_in::<STACK, T>(work)
}

/// Does the same as [`without_traces`], for work that uses at most `N` bytes of stack.
#[inline(always)]
pub(crate) fn without_traces_in<const N: usize, T>(work: impl FnOnce() -> T) -> T {
    let result = apart(work);
    wipe_stack::<N>();
    result
}

#[inline(never)]
fn apart<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// A type with bytes that can be overwritten with zeros.
pub trait Wipe {
    /// Overwrites all bytes with zeros.
    fn wipe(&mut self);
}

impl Wipe for Vec<u8> {
    fn wipe(&mut self) {
        wipe(self);
    }
}

impl<const N: usize> Wipe for [u8; N] {
    fn wipe(&mut self) {
        wipe(self);
    }
}

/// A secret that is wiped when dropped and never printed.
#[derive(Clone)]
pub struct Wiped<T: Wipe>(T);

impl<T: Wipe> Wiped<T> {
    /// Takes ownership of the secret. The caller must wipe all earlier copies of it.
    pub const fn new(secret: T) -> Self {
        Self(secret)
    }
}

impl<T: Wipe> From<T> for Wiped<T> {
    fn from(secret: T) -> Self {
        Self(secret)
    }
}

impl<T: Wipe> Drop for Wiped<T> {
    fn drop(&mut self) {
        self.0.wipe();
    }
}

impl<T: Wipe> Deref for Wiped<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Wipe> DerefMut for Wiped<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: Wipe> fmt::Debug for Wiped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Wiped(..)")
    }
}
