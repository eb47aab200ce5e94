//! Why a chain is not accepted.

use core::fmt;

use crate::breach::Breach;

/// Why a chain is not accepted. Everything in it is public, so that it may be said.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Rejection {
    /// A certificate is not valid any more.
    Expired,
    /// A certificate is not valid yet.
    NotYetValid,
    /// No certificate of the store has issued any of the chain.
    UnknownIssuer,
    /// The leaf is for other hosts.
    Host,
    /// A signature is not that of its issuer.
    Signature,
    /// A signature is of a kind that is not accepted, such as one with SHA-1 or of a key on P-521
    /// or of RSA below 2048 bits.
    Algorithm,
    /// The leaf is not for this purpose.
    Purpose,
    /// The leaf is the certificate of an authority, not of a host or client.
    AuthorityAsLeaf,
    /// The issuer of a certificate of the chain is no authority.
    LeafAsAuthority,
    /// A name constraint is violated.
    NameConstraint,
    /// A path is longer than one of its authorities allows.
    PathLength,
    /// A certificate is malformed.
    Malformed,
    /// A certificate has a critical extension that nobody here knows.
    CriticalExtension,
    /// An intermediate has a keyUsage without keyCertSign.
    KeyUsage,
    /// The leaf has a keyUsage with keyCertSign, which belongs to authorities.
    LeafKeyUsage,
    /// There are more certificates between the leaf and the trusted one than the caller allows.
    TooDeep,
    /// The trusted certificate that the chain ends at is no authority's: it vouches for itself.
    AnchorNotAuthority,
    /// The trusted certificate that the chain ends at is not for this purpose.
    AnchorPurpose,
    /// The trusted certificate that the chain ends at is not valid any more.
    AnchorExpired,
    /// The trusted certificate that the chain ends at is not valid yet.
    AnchorNotYetValid,
    /// The trusted certificate that the chain ends at has a critical extension that nobody here
    /// knows.
    AnchorCritical,
    /// A certificate, which may be the trusted one, breaks a rule.
    Profile(Breach),
    /// The trusted certificate that the chain ends at, or one of the chain that the store holds, is
    /// marked there as not trusted for this purpose.
    Distrusted,
    /// A certificate is revoked.
    Revoked,
    /// There is no revocation list of the issuer of a certificate.
    RevocationUnknown,
    /// The revocation list of an issuer does not hold any more.
    RevocationExpired,
    /// A revocation list is not signed by the issuer that it names.
    RevocationSignature,
    /// The signature of a revocation list is of a kind that is not accepted.
    RevocationAlgorithm,
    /// The issuer of a certificate has a key that is not for signing revocation lists.
    RevocationKeyUsage,
    /// There are too many paths to try them all.
    TooComplex,
    /// Anything else.
    Other,
}

impl Rejection {
    /// A short constant word for each, for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Expired => "expired",
            Self::NotYetValid => "not-yet-valid",
            Self::UnknownIssuer => "unknown-issuer",
            Self::Host => "host",
            Self::Signature => "signature",
            Self::Algorithm => "algorithm",
            Self::Purpose => "purpose",
            Self::AuthorityAsLeaf => "authority-as-leaf",
            Self::LeafAsAuthority => "leaf-as-authority",
            Self::NameConstraint => "name-constraint",
            Self::PathLength => "path-length",
            Self::Malformed => "malformed",
            Self::CriticalExtension => "critical-extension",
            Self::KeyUsage => "key-usage",
            Self::LeafKeyUsage => "leaf-key-usage",
            Self::TooDeep => "too-deep",
            Self::AnchorNotAuthority => "anchor-not-authority",
            Self::AnchorPurpose => "anchor-purpose",
            Self::AnchorExpired => "anchor-expired",
            Self::AnchorNotYetValid => "anchor-not-yet-valid",
            Self::AnchorCritical => "anchor-critical",
            Self::Profile(_) => "profile",
            Self::Distrusted => "distrusted",
            Self::Revoked => "revoked",
            Self::RevocationUnknown => "revocation-unknown",
            Self::RevocationExpired => "crl-expired",
            Self::RevocationSignature => "crl-signature",
            Self::RevocationAlgorithm => "crl-algorithm",
            Self::RevocationKeyUsage => "crl-key-usage",
            Self::TooComplex => "too-complex",
            Self::Other => "other",
        }
    }

    /// Whether the fault lies with a trusted certificate.
    pub(crate) const fn is_of_anchor(self) -> bool {
        matches!(
            self,
            Self::AnchorNotAuthority
                | Self::AnchorPurpose
                | Self::AnchorExpired
                | Self::AnchorNotYetValid
                | Self::AnchorCritical
        )
    }

    /// Whether it is about a revocation list.
    pub(crate) const fn is_of_revocation(self) -> bool {
        matches!(
            self,
            Self::Revoked
                | Self::RevocationUnknown
                | Self::RevocationExpired
                | Self::RevocationSignature
                | Self::RevocationAlgorithm
                | Self::RevocationKeyUsage
        )
    }

    pub(crate) const fn is_of_dates(self) -> bool {
        matches!(
            self,
            Self::Expired | Self::NotYetValid | Self::AnchorExpired | Self::AnchorNotYetValid
        )
    }

    pub(crate) const fn is_of_purpose(self) -> bool {
        matches!(self, Self::Purpose | Self::AnchorPurpose)
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Profile(rule) = self {
            return write!(f, "a certificate breaks a rule: {rule}");
        }
        f.write_str(match self {
            Self::Expired => "a certificate of the chain has expired",
            Self::NotYetValid => "a certificate of the chain is not valid yet",
            Self::UnknownIssuer => "no certificate of the store has issued the chain",
            Self::Host => "the certificate is not for this host",
            Self::Signature => "a signature of the chain is not genuine",
            Self::Algorithm => {
                "a signature of the chain is of a kind that is not accepted, such as one with \
                 SHA-1, on P-521 or of RSA below 2048 bits"
            }
            Self::Purpose => "the certificate is not for this purpose",
            Self::AuthorityAsLeaf => "the leaf is the certificate of an authority",
            Self::LeafAsAuthority => "the issuer of a certificate of the chain is no authority",
            Self::NameConstraint => "a name constraint is violated",
            Self::PathLength => "the path is longer than an authority of it allows",
            Self::Malformed => "a certificate of the chain is malformed",
            Self::CriticalExtension => {
                "a certificate of the chain has a critical extension that is not known here"
            }
            Self::KeyUsage => "the key of an intermediate is not for signing certificates",
            Self::LeafKeyUsage => "the key of the leaf is for signing certificates",
            Self::TooDeep => "the chain has more intermediates than the caller allows",
            Self::AnchorNotAuthority => {
                "the trusted certificate that issued the chain is no authority's and vouches for \
                 itself alone"
            }
            Self::AnchorPurpose => {
                "the trusted certificate that issued the chain is not for this purpose"
            }
            Self::AnchorExpired => "the trusted certificate that issued the chain has expired",
            Self::AnchorNotYetValid => {
                "the trusted certificate that issued the chain is not valid yet"
            }
            Self::AnchorCritical => {
                "the trusted certificate that issued the chain has a critical extension that is \
                 not known here"
            }
            Self::Profile(_) => "a certificate breaks a rule",
            Self::Distrusted => {
                "the store marks a certificate of the chain as not trusted for this purpose"
            }
            Self::Revoked => "a certificate of the chain is revoked",
            Self::RevocationUnknown => "there is no revocation list for a certificate of the chain",
            Self::RevocationExpired => "the revocation list for a certificate has expired",
            Self::RevocationSignature => "the signature of a revocation list is not genuine",
            Self::RevocationAlgorithm => {
                "the signature of the revocation list for a certificate is of a kind that is not \
                 accepted"
            }
            Self::RevocationKeyUsage => "the key of an issuer is not for revocation lists",
            Self::TooComplex => "the chain offers too many paths",
            Self::Other => "the chain is not accepted",
        })
    }
}
