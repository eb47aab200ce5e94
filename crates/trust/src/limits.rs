//! Limits of a store.

/// Limits on the data that is read and stored. Anything beyond a limit is reported and left out.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum length of a file in bytes.
    pub file: u64,
    /// The maximum length of a DER certificate in bytes.
    pub certificate: usize,
    /// The maximum number of certificates in the store; the tables hold fewer than 2^32.
    pub certificates: u32,
    /// The maximum total length of all DER certificates in the store; offsets have 32 bits, so at
    /// most 2^32 - 1.
    pub total: u32,
    /// The maximum number of entries in a directory. All entries are listed before the first file
    /// is read.
    pub entries: usize,
    /// The maximum number of skipped blocks and files in a report; further ones are only counted.
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
