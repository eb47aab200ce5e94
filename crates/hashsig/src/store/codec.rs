//! Encodes consecutive little-endian fields; [`crate::reader`] decodes them.

use alloc::vec::Vec;

/// The longest name in bytes.
pub const NAME_MAX: usize = 64;

/// Appends the fields of a record. A record with a secret is written to a buffer of sufficient
/// capacity, because a growing buffer would leave secret remnants.
pub(super) trait Write {
    fn u8(&mut self, value: u8);
    fn u32(&mut self, value: u32);
    fn u64(&mut self, value: u64);
}

impl Write for Vec<u8> {
    fn u8(&mut self, value: u8) {
        self.push(value);
    }

    fn u32(&mut self, value: u32) {
        self.extend_from_slice(&value.to_le_bytes());
    }

    fn u64(&mut self, value: u64) {
        self.extend_from_slice(&value.to_le_bytes());
    }
}
