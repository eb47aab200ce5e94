//! The list of names that a TLS server sends when it requests a client certificate.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::fmt;

use super::TrustStore;

/// The size in bytes of the length field that precedes a vector or a name.
const LENGTH: usize = 2;
const MAX: usize = u16::MAX as usize;

/// A list that contains each subject once, as a `u16` length and a Name. It is updated as
/// certificates are added.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// Room for the total length, followed by the names; empty if there are no names.
    wire: Vec<u8>,
    count: usize,
}

impl Names {
    /// Reserves room for `more` bytes, including length fields.
    pub(super) fn try_reserve(&mut self, more: usize) -> Result<(), TryReserveError> {
        self.wire.try_reserve(more)
    }

    /// Removes all names and retains the allocated memory.
    pub(super) fn clear(&mut self) {
        self.wire.clear();
        self.count = 0;
    }

    /// Adds a name, unless its length exceeds 16 bits.
    pub(super) fn push(&mut self, name: &[u8]) -> bool {
        let Ok(len) = u16::try_from(name.len()) else { return false };
        if self.wire.is_empty() {
            self.wire.extend_from_slice(&[0; LENGTH]);
        }
        self.wire.extend_from_slice(&len.to_be_bytes());
        self.wire.extend_from_slice(name);
        self.count += 1;
        // A list whose length exceeds 16 bits is never returned.
        let total = u16::try_from(self.wire.len() - LENGTH).unwrap_or(0);
        if let Some(length) = self.wire.first_chunk_mut() {
            *length = total.to_be_bytes();
        }
        true
    }
}

/// The list of names is too long for its length field.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct NamesTooLong {
    /// Names in the list.
    pub names: usize,
    /// Bytes of the list without its length field; TLS allows 65,535.
    pub bytes: usize,
}

impl fmt::Display for NamesTooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { names, bytes } = self;
        write!(f, "{names} names need {bytes} bytes, more than the {MAX} that TLS allows")
    }
}

impl core::error::Error for NamesTooLong {}

impl TrustStore {
    /// Returns the distinct subjects of the store as the TLS vector `certificate_authorities`: its
    /// length in 16 bits, then for each Name its length in 16 bits and its DER (RFC 5246 section
    /// 7.4.4; RFC 8446 section 4.2.4). The vector is updated as certificates are added.
    ///
    /// # Errors
    /// If the length of the vector exceeds 16 bits; select some of [`names`](Self::names) instead.
    pub fn certificate_authorities(&self) -> Result<&[u8], NamesTooLong> {
        let wire = self.names.wire.as_slice();
        if wire.len() > LENGTH + MAX {
            return Err(NamesTooLong { names: self.names.count, bytes: wire.len() - LENGTH });
        }
        Ok(if wire.is_empty() { &[0; LENGTH] } else { wire })
    }

    /// Returns the distinct subjects of the store in DER, in the order of loading, except subjects
    /// longer than 65,535 bytes.
    pub fn names(&self) -> impl Iterator<Item = &[u8]> {
        let mut rest = self.names.wire.get(LENGTH..).unwrap_or_default();
        core::iter::from_fn(move || {
            let (length, tail) = rest.split_first_chunk()?;
            let (name, tail) = tail.split_at_checked(usize::from(u16::from_be_bytes(*length)))?;
            rest = tail;
            Some(name)
        })
    }
}
