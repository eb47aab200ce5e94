//! Decodes fixed-size fields, with strict length checks.

/// Returns the version at the start of `bytes`: the number between `name` and a line feed.
pub(crate) fn version(bytes: &[u8], name: &[u8]) -> Option<u32> {
    let rest = bytes.strip_prefix(name)?;
    let (number, _) = rest.split_at(rest.iter().position(|&byte| byte == b'\n')?);
    core::str::from_utf8(number).ok()?.parse().ok()
}

/// The unread rest of a byte slice.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Reads the next `len` bytes; returns `None` if fewer are left.
    pub(crate) fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(head)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*head)
    }

    pub(crate) fn u8(&mut self) -> Option<u8> {
        self.array().map(u8::from_le_bytes)
    }

    pub(crate) fn u32_le(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u64_le(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    pub(crate) fn u32_be(&mut self) -> Option<u32> {
        self.array().map(u32::from_be_bytes)
    }

    /// Returns all unread bytes.
    pub(crate) const fn rest(self) -> &'a [u8] {
        self.0
    }

    /// Returns `value` if all bytes have been read.
    pub(crate) fn end<T>(self, value: T) -> Option<T> {
        self.0.is_empty().then_some(value)
    }
}
