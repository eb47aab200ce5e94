//! How much a store takes before it says no.

/// Bounds on what is read and kept. Whatever exceeds one is reported and left out.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of one file.
    pub file: u64,
    /// Bytes of one certificate in DER.
    pub certificate: usize,
    /// Certificates of the store; the tables hold fewer than 2^32.
    pub certificates: u32,
    /// Bytes of all certificates of the store in DER; offsets are 32 bits wide, so never more
    /// than 2^32 - 1.
    pub total: u32,
    /// Entries of one directory, which are all listed before any is read.
    pub entries: usize,
    /// Skipped blocks and files that one report holds; further ones are counted.
    pub skipped: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file: 1 << 30,
            certificate: 1 << 20,
            certificates: 1 << 24,
            total: u32::MAX,
            entries: 100_000,
            skipped: 10_000,
        }
    }
}
