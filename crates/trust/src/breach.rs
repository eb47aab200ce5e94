//! Rules for certificates.

use core::fmt;

/// A rule of RFC 5280 that a certificate breaks.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Breach {
    /// The serial number has more than 20 bytes (section 4.1.2.2).
    SerialNumber,
    /// An authority has no name (section 4.1.2.6).
    Subject,
    /// The authority key identifier is critical (section 4.2.1.1).
    AuthorityKeyIdentifier,
    /// The subject key identifier is critical (section 4.2.1.2).
    SubjectKeyIdentifier,
    /// The alternative names are all that there is, and not critical (section 4.2.1.6).
    SubjectAltName,
    /// There are name constraints in what is no authority's, or they constrain nothing (section
    /// 4.2.1.10).
    NameConstraints,
    /// Where to ask about the authority cannot be read (section 4.2.2.1).
    AuthorityInfoAccess,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SerialNumber => "the serial number has more than 20 bytes",
            Self::Subject => "an authority has no name",
            Self::AuthorityKeyIdentifier => "authorityKeyIdentifier is critical",
            Self::SubjectKeyIdentifier => "subjectKeyIdentifier is critical",
            Self::SubjectAltName => "subjectAltName is not critical though there is no subject",
            Self::NameConstraints => {
                "nameConstraints are empty, or in what is no authority's certificate"
            }
            Self::AuthorityInfoAccess => "authorityInfoAccess is malformed",
        })
    }
}
