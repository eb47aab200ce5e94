//! The report on a load. It counts the loaded certificates, and lists what was skipped with
//! reasons.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use std::io;
use std::path::Path;

use crate::der;
use crate::format::Format;
use crate::text;

/// The outcome of loading. Everything that is left out of the store appears here.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// Files read, including files without certificates.
    pub files: u64,
    /// Files skipped because the same file was read before (same device and inode).
    pub links: u64,
    /// Subdirectories, which are not entered.
    pub directories: u64,
    /// Certificates new to the store.
    pub loaded: u64,
    /// Certificates that were already in the store, byte for byte.
    pub duplicates: u64,
    /// Loaded certificates with a zero or negative serial number, which RFC 5280 (4.1.2.2) forbids
    /// but some old roots have.
    pub non_positive_serials: u64,
    /// Skipped blocks and files, in the order of loading.
    pub skipped: Vec<Skipped>,
    /// The number of skipped items beyond the limit of [`skipped`](Self::skipped), or beyond
    /// memory.
    pub unlisted: u64,
}

impl Report {
    /// Returns whether nothing was left out.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.skipped.is_empty() && self.unlisted == 0
    }

    /// Appends the report on a later load.
    pub fn append(&mut self, later: Self) {
        self.files += later.files;
        self.links += later.links;
        self.directories += later.directories;
        self.loaded += later.loaded;
        self.duplicates += later.duplicates;
        self.non_positive_serials += later.non_positive_serials;
        self.unlisted += later.unlisted;
        self.skipped.extend(later.skipped);
    }

    pub(crate) fn skip(&mut self, skipped: Skipped, limit: usize) {
        if self.skipped.len() < limit && self.skipped.try_reserve(1).is_ok() {
            self.skipped.push(skipped);
        } else {
            self.unlisted += 1;
        }
    }
}

/// A block or file that was left out.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Skipped {
    /// The file, or the name given by the caller for bytes in memory.
    pub source: Arc<Path>,
    /// The position of the block in the file, in bytes; `None` for the whole file.
    pub offset: Option<u64>,
    /// The reason.
    pub reason: Reason,
}

impl fmt::Display for Skipped {
    /// Formats the location and the reason as one line. Characters that control a terminal are
    /// escaped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::printable(&self.source.to_string_lossy()))?;
        if let Some(offset) = self.offset {
            write!(f, ", byte {offset}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

/// The reason why something was left out.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// The body of the block is not base64 (RFC 4648 section 4, with padding).
    Base64,
    /// A damaged boundary: an incomplete BEGIN line, or the END line of a certificate without its
    /// BEGIN line.
    Boundary,
    /// The decoded data is not a certificate; the text names the malformed part.
    Der(&'static str),
    /// The load was interrupted ([`quicksalt::interrupt`]), so none of its certificates are in the
    /// store.
    Interrupted,
    /// The subject is longer than 65,535 bytes and is therefore missing in the list of certificate
    /// authorities. The certificate itself is loaded.
    LongName,
    /// The file has an unsupported format.
    Format(Format),
    /// The block's label is not a certificate's, such as `PRIVATE KEY`.
    Label(String),
    /// The BEGIN line is not at the beginning of a line, as in a comment.
    MidLine,
    /// The file contains neither a certificate nor any other block.
    NoCertificate,
    /// Memory is exhausted.
    OutOfMemory,
    /// The path is not a regular file.
    NotAFile(Kind),
    /// The directory has more entries than the limit, so none of its files is read.
    TooManyEntries(usize),
    /// The file has more bytes than the limit.
    FileTooLong(u64),
    /// The certificate has more bytes than the limit.
    CertificateTooLong(usize),
    /// The store has reached its limit of certificates or bytes.
    StoreFull,
    /// This number of bytes follows the certificate in its block or file.
    Trailing(usize),
    /// The data after the certificate in a `TRUSTED CERTIFICATE` is not a valid trust setting. The
    /// data might reject a purpose, so the certificate is left out.
    Trailer,
    /// The block lacks its END line.
    Truncated,
    /// The operating system returned an error.
    Unreadable {
        /// The kind of the error.
        kind: io::ErrorKind,
        /// The text of the error.
        text: String,
    },
}

impl Reason {
    pub(crate) fn unreadable(error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::OutOfMemory {
            return Self::OutOfMemory;
        }
        Self::Unreadable { kind: error.kind(), text: error.to_string() }
    }

    /// Returns the constant code word of the reason, for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Base64 => "base64",
            Self::Boundary => "boundary",
            Self::Der(_) => "der",
            Self::Interrupted => "interrupted",
            Self::LongName => "long-name",
            Self::Format(_) => "format",
            Self::Label(_) => "label",
            Self::MidLine => "mid-line",
            Self::NoCertificate => "no-certificate",
            Self::NotAFile(_) => "not-a-file",
            Self::OutOfMemory => "out-of-memory",
            Self::TooManyEntries(_) => "too-many-entries",
            Self::FileTooLong(_) => "file-too-long",
            Self::CertificateTooLong(_) => "certificate-too-long",
            Self::StoreFull => "store-full",
            Self::Trailing(_) => "trailing",
            Self::Trailer => "trailer",
            Self::Truncated => "truncated",
            Self::Unreadable { .. } => "unreadable",
        }
    }
}

impl From<der::Error> for Reason {
    fn from(error: der::Error) -> Self {
        match error {
            der::Error::Part(what) => Self::Der(what),
            der::Error::Trailing(bytes) => Self::Trailing(bytes),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base64 => f.write_str("the body is not base64"),
            Self::Boundary => f.write_str("a BEGIN or END line is damaged or unmatched"),
            Self::Der(what) => write!(f, "not a DER certificate: {what}"),
            Self::Interrupted => f.write_str("interrupted: nothing was loaded"),
            Self::LongName => f.write_str("its subject is too long for the list of names"),
            Self::Format(format) => f.write_str(format.name()),
            Self::Label(label) if matches!(label.as_str(), "PKCS7" | "CMS") => {
                f.write_str(Format::Pkcs7.name())
            }
            Self::Label(label) => write!(f, "the block is labelled {label:?}, not CERTIFICATE"),
            Self::MidLine => f.write_str("BEGIN is not at the beginning of a line"),
            Self::NoCertificate => f.write_str("no certificate found"),
            Self::NotAFile(kind) => write!(f, "not a file but {}", kind.name()),
            Self::OutOfMemory => f.write_str("there is not enough memory for it"),
            Self::TooManyEntries(limit) => {
                write!(f, "more than {limit} entries: none was read")
            }
            Self::FileTooLong(limit) => write!(f, "the file is longer than {limit} bytes"),
            Self::CertificateTooLong(limit) => {
                write!(f, "the certificate is longer than {limit} bytes")
            }
            Self::StoreFull => f.write_str("the store is full"),
            Self::Trailing(1) => f.write_str("1 byte follows the certificate"),
            Self::Trailing(bytes) => write!(f, "{bytes} bytes follow the certificate"),
            Self::Trailer => {
                f.write_str("the data after the certificate is not a valid trust setting")
            }
            Self::Truncated => f.write_str("the block has no END line"),
            Self::Unreadable { text, .. } => f.write_str(text),
        }
    }
}

/// The type of a path that is not a regular file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Kind {
    /// A directory where a file is expected: subdirectories are not entered.
    Directory,
    /// A FIFO (named pipe).
    Fifo,
    /// A character or block device.
    Device,
    /// A socket.
    Socket,
    /// Another type of file.
    Other,
}

impl Kind {
    /// Returns the type's name with an article.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Directory => "a directory",
            Self::Fifo => "a FIFO",
            Self::Device => "a device",
            Self::Socket => "a socket",
            Self::Other => "something else",
        }
    }
}
