//! What was loaded, and what was not and why.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use std::io;
use std::path::Path;

use crate::der;
use crate::format::Format;
use crate::text;

/// The outcome of loading. Nothing is left out of a store without standing here.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// Files read, also those in which nothing was found.
    pub files: u64,
    /// Files not read because they are the same as one read before (device and inode).
    pub links: u64,
    /// Directories inside directories, which are not entered.
    pub directories: u64,
    /// Certificates new to the store.
    pub loaded: u64,
    /// Certificates that were in the store already, byte for byte.
    pub duplicates: u64,
    /// Of those loaded, certificates whose serial number is zero or negative, which RFC 5280
    /// (4.1.2.2) forbids and old roots have.
    pub non_positive_serials: u64,
    /// What was left out, in the order in which it was met.
    pub skipped: Vec<Skipped>,
    /// How many more were left out than [`skipped`](Self::skipped) has room for, or memory.
    pub unlisted: u64,
}

impl Report {
    /// Whether nothing was left out.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.skipped.is_empty() && self.unlisted == 0
    }

    /// Makes it the report of two loads, one after the other.
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

/// One block or file that was left out.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Skipped {
    /// The file, or the name that the caller gave to bytes in memory.
    pub source: Arc<Path>,
    /// Where in the file the block begins, in bytes; none if it is the file as a whole.
    pub offset: Option<u64>,
    /// Why.
    pub reason: Reason,
}

impl fmt::Display for Skipped {
    /// Place and reason on one line; what could steer a terminal is escaped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::printable(&self.source.to_string_lossy()))?;
        if let Some(offset) = self.offset {
            write!(f, ", byte {offset}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

/// Why something was left out.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// The body of the block is not base64 (RFC 4648 section 4, with padding).
    Base64,
    /// A damaged boundary: a BEGIN line without its end, or an END line of a certificate without a
    /// beginning.
    Boundary,
    /// What is decoded is no certificate; the text names the part that is not as it should be.
    Der(&'static str),
    /// The work was interrupted ([`quicksalt::interrupt`]): nothing of this load is in the store.
    Interrupted,
    /// The list of certificate authorities has no room for a name of more than 65,535 bytes. The
    /// certificate itself is loaded.
    LongName,
    /// The file holds certificates, if at all, in a way that is not read here.
    Format(Format),
    /// A block with another label, such as `PRIVATE KEY`.
    Label(String),
    /// The BEGIN line does not stand at the beginning of a line, as in a comment.
    MidLine,
    /// The file holds no certificate and no block at all.
    NoCertificate,
    /// There is no memory for it.
    OutOfMemory,
    /// The path is something else than a regular file.
    NotAFile(Kind),
    /// The directory has more entries than the limit; none is read.
    TooManyEntries(usize),
    /// The file has more bytes than the limit.
    FileTooLong(u64),
    /// The certificate has more bytes than the limit.
    CertificateTooLong(usize),
    /// The store has reached its limit of certificates or bytes.
    StoreFull,
    /// So many bytes follow the certificate inside its block or file.
    Trailing(usize),
    /// What follows the certificate in a `TRUSTED CERTIFICATE` does not say what it is trusted for.
    /// It may be a rejection, so that the certificate is left out.
    Trailer,
    /// The block has no END line.
    Truncated,
    /// The operating system gave an error.
    Unreadable {
        /// Its class.
        kind: io::ErrorKind,
        /// Its text.
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

    /// A short constant word for each reason, for programs.
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
            Self::Boundary => f.write_str("a BEGIN or END line is damaged or alone"),
            Self::Der(what) => write!(f, "not a certificate in DER: {what}"),
            Self::Interrupted => f.write_str("interrupted, so that nothing is loaded"),
            Self::LongName => f.write_str("its subject is too long for the list of names"),
            Self::Format(format) => f.write_str(format.name()),
            Self::Label(label) if matches!(label.as_str(), "PKCS7" | "CMS") => {
                f.write_str(Format::Pkcs7.name())
            }
            Self::Label(label) => write!(f, "the block is labelled {label:?}, not CERTIFICATE"),
            Self::MidLine => f.write_str("BEGIN does not stand at the beginning of a line"),
            Self::NoCertificate => f.write_str("no certificate found"),
            Self::NotAFile(kind) => write!(f, "not a file but {}", kind.name()),
            Self::OutOfMemory => f.write_str("there is not enough memory for it"),
            Self::TooManyEntries(limit) => {
                write!(f, "more than {limit} entries, so that none is read")
            }
            Self::FileTooLong(limit) => write!(f, "the file is longer than {limit} bytes"),
            Self::CertificateTooLong(limit) => {
                write!(f, "the certificate is longer than {limit} bytes")
            }
            Self::StoreFull => f.write_str("the store is full"),
            Self::Trailing(1) => f.write_str("1 byte follows the certificate"),
            Self::Trailing(bytes) => write!(f, "{bytes} bytes follow the certificate"),
            Self::Trailer => {
                f.write_str("what follows the certificate does not say what it is trusted for")
            }
            Self::Truncated => f.write_str("the block has no END line"),
            Self::Unreadable { text, .. } => f.write_str(text),
        }
    }
}

/// What a path is when it is not a regular file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Kind {
    /// A directory, where a file is expected: directories inside a directory are not entered.
    Directory,
    /// A FIFO, also called named pipe.
    Fifo,
    /// A character or block device.
    Device,
    /// A socket.
    Socket,
    /// Something that this platform has and we have no name for.
    Other,
}

impl Kind {
    /// Its name with an article.
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
