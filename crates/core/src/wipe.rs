//! Wiping of what held a secret.

use core::fmt;
use core::ops::{Deref, DerefMut};

use alloc::vec::Vec;

#[cfg(target_feature = "simd128")]
pub(crate) use crate::overwrite::overwrite as wipe;

/// Overwrites with the default value, in a way that the compiler may not drop. Wide stores make
/// it cheap enough for buffers on the way of every call.
#[cfg(not(target_feature = "simd128"))]
#[inline(always)]
pub(crate) fn wipe<T: Copy + Default>(secret: &mut [T]) {
    secret.fill(T::default());
    zeroize::optimization_barrier(secret);
}

/// At least as many bytes of stack as any operation on a curve uses, and the hashes round it.
pub(crate) const STACK: usize = 4096;

/// As [`STACK`], of what does arithmetic on a few numbers alone.
pub(crate) const SMALL_STACK: usize = 1024;

/// Overwrites `N` bytes of the stack below the caller.
///
/// That is where the calls before it kept their variables. Wiping these by name does not reach the
/// copies that a compiler makes of them, nor what crates keep, so it is done after operations that
/// cost many times as much.
#[inline(never)]
pub(crate) fn wipe_stack<const N: usize>() {
    if N > 0 {
        wipe(&mut [0_u8; N]);
    }
}

/// Does the work in a frame of its own and overwrites the stack that it used. Secrets
/// that it returns by value are the caller's.
#[inline(always)]
pub fn without_traces<T>(work: impl FnOnce() -> T) -> T {
    without_traces_in::<STACK, T>(work)
}

/// As [`without_traces`] for work that uses `N` bytes of stack at most.
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

/// Bytes that can be overwritten with zeros.
pub trait Wipe {
    /// Overwrites all bytes.
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

/// A secret that is wiped when it goes out of use and never printed.
#[derive(Clone)]
pub struct Wiped<T: Wipe>(T);

impl<T: Wipe> Wiped<T> {
    /// Takes the secret over. Copies made before are the caller's to wipe.
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
