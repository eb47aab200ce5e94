//! Randomness drawn beforehand, in the shape that `fips205` asks for.

use core::num::NonZeroU32;

use fips205::{CryptoRng, RngCore, RngError};

/// A generator that hands out given bytes and nothing more. The traits leave some calls no way of
/// failing; after one of those has asked for too much, [`Self::failed`] says so and what was made
/// must not be used.
pub(super) struct Drawn<'a> {
    rest: &'a [u8],
    failed: bool,
}

impl<'a> Drawn<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, failed: false }
    }

    pub(super) const fn failed(&self) -> bool {
        self.failed
    }
}

impl RngCore for Drawn<'_> {
    fn next_u32(&mut self) -> u32 {
        let mut bytes = [0; 4];
        self.fill_bytes(&mut bytes);
        u32::from_le_bytes(bytes)
    }

    fn next_u64(&mut self) -> u64 {
        let mut bytes = [0; 8];
        self.fill_bytes(&mut bytes);
        u64::from_le_bytes(bytes)
    }

    fn fill_bytes(&mut self, out: &mut [u8]) {
        // The failure is kept.
        let _ = self.try_fill_bytes(out);
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), RngError> {
        let Some((head, rest)) = self.rest.split_at_checked(out.len()) else {
            self.failed = true;
            return Err(RngError::from(NonZeroU32::MIN));
        };
        out.copy_from_slice(head);
        self.rest = rest;
        Ok(())
    }
}

impl CryptoRng for Drawn<'_> {}
