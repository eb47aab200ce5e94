//! Recognises certificate files in unsupported formats by their first bytes.

use crate::der::{INTEGER, Reader, SEQUENCE};

/// The format of a file that is neither PEM nor a DER certificate.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Format {
    /// Compressed by gzip (RFC 1952).
    Gzip,
    /// A Java keystore: JKS or JCEKS.
    Keystore,
    /// PKCS #7 (RFC 2315, also CMS), often named `.p7b`.
    Pkcs7,
    /// PKCS #12 (RFC 7292), often named `.p12` or `.pfx`.
    Pkcs12,
    /// A certificate revocation list in DER (RFC 5280 section 5).
    RevocationList,
}

/// id-pkcs7 (1.2.840.113549.1.7) as an OBJECT IDENTIFIER without its last arc.
const PKCS7: &[u8] = &[0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7];
/// The version element of a PFX, and the tag of the element after it.
const PFX: &[u8] = &[INTEGER, 1, 3, SEQUENCE];
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;

impl Format {
    /// Returns the format of a file that begins with a known magic number, unless the file begins
    /// like PEM or DER.
    pub(crate) const fn of_magic(start: &[u8]) -> Option<Self> {
        match start {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            [0xfe, 0xed, 0xfe, 0xed, ..] | [0xce, 0xce, 0xce, 0xce, ..] => Some(Self::Keystore),
            _ => None,
        }
    }

    /// Returns the format of data that begins like DER or BER but is not a certificate.
    pub(crate) fn of_der(bytes: &[u8]) -> Option<Self> {
        let header = match bytes.get(1)? {
            long @ 0x80.. => 2 + usize::from(long & 0x7f),
            _ => 2,
        };
        let content = bytes.get(header..)?;
        if content.starts_with(PKCS7) {
            Some(Self::Pkcs7)
        } else if content.starts_with(PFX) {
            Some(Self::Pkcs12)
        } else {
            is_revocation_list(bytes).then_some(Self::RevocationList)
        }
    }

    /// Returns a description of the format, with advice.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gzip => "compressed with gzip: unpack it first",
            Self::Keystore => "a Java keystore: export it with keytool -exportcert -rfc",
            Self::Pkcs7 => "a PKCS #7 file (.p7b): convert it with openssl pkcs7 -print_certs",
            Self::Pkcs12 => "a PKCS #12 file (.p12): convert it with openssl pkcs12 -nokeys",
            Self::RevocationList => "a certificate revocation list",
        }
    }
}

/// Returns whether the data contains a single time where a certificate contains its validity, a
/// SEQUENCE of two times.
fn is_revocation_list(bytes: &[u8]) -> bool {
    let list = Reader::new(bytes, &(0..bytes.len())).enter(SEQUENCE);
    let Some(mut parts) = list.and_then(|mut list| list.enter(SEQUENCE)) else { return false };
    let tags: [Option<u8>; 4] = core::array::from_fn(|_| parts.next().map(|part| part.tag));
    let is_time = |tag| matches!(tag, Some(UTC_TIME | GENERALIZED_TIME));
    match tags {
        [Some(INTEGER), Some(SEQUENCE), Some(SEQUENCE), time]
        | [Some(SEQUENCE), Some(SEQUENCE), time, _] => is_time(time),
        _ => false,
    }
}
