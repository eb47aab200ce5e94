//! Why a chain is not accepted.

use crate::breach::Breach;

coded! {
    /// Why a chain is not accepted. Everything in it is public, so that it may be said.
    Rejection:

    /// A certificate is not valid any more.
    Expired = "expired", "a certificate of the chain has expired";
    /// A certificate is not valid yet.
    NotYetValid = "not-yet-valid", "a certificate of the chain is not valid yet";
    /// No certificate of the store has issued any of the chain.
    UnknownIssuer = "unknown-issuer", "no certificate of the store has issued the chain";
    /// The leaf is for other hosts.
    Host = "host", "the certificate is not for this host";
    /// A signature is not that of its issuer.
    Signature = "signature", "a signature of the chain is not genuine";
    /// A signature is of a kind that is not accepted, such as one with SHA-1 or of a key on P-521
    /// or of RSA below 2048 bits.
    Algorithm = "algorithm",
        "a signature of the chain is of a kind that is not accepted, such as one with SHA-1, on \
         P-521 or of RSA below 2048 bits";
    /// The leaf is not for this purpose.
    Purpose = "purpose", "the certificate is not for this purpose";
    /// The leaf is the certificate of an authority, not of a host or client.
    AuthorityAsLeaf = "authority-as-leaf", "the leaf is the certificate of an authority";
    /// The issuer of a certificate of the chain is no authority.
    LeafAsAuthority = "leaf-as-authority",
        "the issuer of a certificate of the chain is no authority";
    /// A name constraint is violated.
    NameConstraint = "name-constraint", "a name constraint is violated";
    /// A path is longer than one of its authorities allows.
    PathLength = "path-length", "the path is longer than an authority of it allows";
    /// A certificate is malformed.
    Malformed = "malformed", "a certificate of the chain is malformed";
    /// A certificate has a critical extension that nobody here knows.
    CriticalExtension = "critical-extension",
        "a certificate of the chain has a critical extension that is not known here";
    /// An intermediate has a keyUsage without keyCertSign.
    KeyUsage = "key-usage", "the key of an intermediate is not for signing certificates";
    /// The leaf has a keyUsage with keyCertSign, which belongs to authorities.
    LeafKeyUsage = "leaf-key-usage", "the key of the leaf is for signing certificates";
    /// There are more certificates between the leaf and the trusted one than the caller allows.
    TooDeep = "too-deep", "the chain has more intermediates than the caller allows";
    /// The trusted certificate that the chain ends at is no authority's: it vouches for itself.
    AnchorNotAuthority = "anchor-not-authority",
        "the trusted certificate that issued the chain is no authority's and vouches for itself \
         alone";
    /// The trusted certificate that the chain ends at is not for this purpose.
    AnchorPurpose = "anchor-purpose",
        "the trusted certificate that issued the chain is not for this purpose";
    /// The trusted certificate that the chain ends at is not valid any more.
    AnchorExpired = "anchor-expired", "the trusted certificate that issued the chain has expired";
    /// The trusted certificate that the chain ends at is not valid yet.
    AnchorNotYetValid = "anchor-not-yet-valid",
        "the trusted certificate that issued the chain is not valid yet";
    /// The trusted certificate that the chain ends at has a critical extension that nobody here
    /// knows.
    AnchorCritical = "anchor-critical",
        "the trusted certificate that issued the chain has a critical extension that is not \
         known here";
    /// The trusted certificate that the chain ends at, or one of the chain that the store holds, is
    /// marked there as not trusted for this purpose.
    Distrusted = "distrusted",
        "the store marks a certificate of the chain as not trusted for this purpose";
    /// A certificate is revoked.
    Revoked = "revoked", "a certificate of the chain is revoked";
    /// There is no revocation list of the issuer of a certificate.
    RevocationUnknown = "revocation-unknown",
        "there is no revocation list for a certificate of the chain";
    /// The revocation list of an issuer does not hold any more.
    RevocationExpired = "crl-expired", "the revocation list for a certificate has expired";
    /// A revocation list is not signed by the issuer that it names.
    RevocationSignature = "crl-signature", "the signature of a revocation list is not genuine";
    /// The signature of a revocation list is of a kind that is not accepted.
    RevocationAlgorithm = "crl-algorithm",
        "the signature of the revocation list for a certificate is of a kind that is not \
         accepted";
    /// The issuer of a certificate has a key that is not for signing revocation lists.
    RevocationKeyUsage = "crl-key-usage", "the key of an issuer is not for revocation lists";
    /// There are too many paths to try them all.
    TooComplex = "too-complex", "the chain offers too many paths";
    /// Anything else.
    Other = "other", "the chain is not accepted";
    /// A certificate, which may be the trusted one, breaks a rule.
    Profile(rule: Breach) = "profile", "a certificate breaks a rule: {rule}";
}

impl Rejection {
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
