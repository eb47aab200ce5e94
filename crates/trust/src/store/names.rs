//! The list of names that a TLS server sends when it asks for a client's certificate.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::fmt;

use super::TrustStore;

/// The bytes that say how long a vector or a name is.
const LENGTH: usize = 2;
const MAX: usize = u16::MAX as usize;

/// Each subject once, as `u16` length and Name, kept up as certificates are added.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// The names, with room in front for the length of all; empty as long as there are none.
    wire: Vec<u8>,
    count: usize,
}

impl Names {
    /// Makes room for so many more bytes, those of lengths counted in.
    pub(super) fn try_reserve(&mut self, more: usize) -> Result<(), TryReserveError> {
        self.wire.try_reserve(more)
    }

    /// Forgets all names and keeps the room for them.
    pub(super) fn clear(&mut self) {
        self.wire.clear();
        self.count = 0;
    }

    /// Adds a name, unless its length has no place in 16 bits.
    pub(super) fn push(&mut self, name: &[u8]) -> bool {
        let Ok(len) = u16::try_from(name.len()) else { return false };
        if self.wire.is_empty() {
            self.wire.extend_from_slice(&[0; LENGTH]);
        }
        self.wire.extend_from_slice(&len.to_be_bytes());
        self.wire.extend_from_slice(name);
        self.count += 1;
        // Beyond 16 bits the list is not given out.
        let total = u16::try_from(self.wire.len() - LENGTH).unwrap_or(0);
        if let Some(length) = self.wire.first_chunk_mut() {
            *length = total.to_be_bytes();
        }
        true
    }
}

/// The list of names is longer than its length field can say.
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
    /// The subjects of the store, each once, as the vector `certificate_authorities` of TLS: its
    /// length in 16 bits, then for each Name its length in 16 bits and its DER (RFC 5246 section
    /// 7.4.4; RFC 8446 section 4.2.4). It is kept up as certificates are added.
    ///
    /// # Errors
    /// If the vector is longer than 16 bits can say; choose some of [`names`](Self::names) then.
    pub fn certificate_authorities(&self) -> Result<&[u8], NamesTooLong> {
        let wire = self.names.wire.as_slice();
        if wire.len() > LENGTH + MAX {
            return Err(NamesTooLong { names: self.names.count, bytes: wire.len() - LENGTH });
        }
        Ok(if wire.is_empty() { &[0; LENGTH] } else { wire })
    }

    /// The subjects of the store in DER, each once, in the order in which they came, except those
    /// of more than 65,535 bytes.
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
