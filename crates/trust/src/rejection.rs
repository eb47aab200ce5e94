//! The reasons for rejecting a chain.

use crate::breach::Breach;

coded! {
    /// The reason why a chain is not accepted. It contains only public data, so it may be shown.
    Rejection:

    /// A certificate has expired.
    Expired = "expired", "a certificate of the chain has expired";
    /// A certificate is not valid yet.
    NotYetValid = "not-yet-valid", "a certificate of the chain is not valid yet";
    /// None of the certificates in the chain was issued by a certificate in the store.
    UnknownIssuer = "unknown-issuer", "no certificate of the store has issued the chain";
    /// The leaf is valid only for hosts other than the requested one.
    Host = "host", "the certificate is not for this host";
    /// A signature was not made by the issuer's key.
    Signature = "signature", "a signature of the chain is not genuine";
    /// A signature uses an algorithm that is not accepted, such as SHA-1, P-521 or RSA below 2048
    /// bits.
    Algorithm = "algorithm",
        "a signature of the chain uses a rejected algorithm, such as SHA-1, P-521 or RSA below 2048 \
         bits";
    /// The leaf is not valid for this purpose.
    Purpose = "purpose", "the certificate is not for this purpose";
    /// The leaf is a CA certificate, not the certificate of a host or client.
    AuthorityAsLeaf = "authority-as-leaf", "the leaf is a CA certificate";
    /// The issuer of a certificate of the chain is not a CA.
    LeafAsAuthority = "leaf-as-authority",
        "the issuer of a certificate of the chain is not a CA";
    /// A name constraint is violated.
    NameConstraint = "name-constraint", "a name constraint is violated";
    /// The path is longer than one of its CAs allows.
    PathLength = "path-length", "the path is longer than one of its CAs allows";
    /// A certificate is malformed.
    Malformed = "malformed", "a certificate of the chain is malformed";
    /// A certificate has an unknown critical extension.
    CriticalExtension = "critical-extension",
        "a certificate of the chain has an unknown critical extension";
    /// An intermediate has a keyUsage without keyCertSign.
    KeyUsage = "key-usage", "the key usage of an intermediate does not allow signing certificates";
    /// The leaf has a keyUsage with keyCertSign, which only CAs may have.
    LeafKeyUsage = "leaf-key-usage", "the key usage of the leaf allows signing certificates";
    /// The number of intermediates exceeds the caller's limit.
    TooDeep = "too-deep", "the chain has more intermediates than the caller allows";
    /// The trusted certificate at the end of the chain is not a CA certificate: it vouches only for
    /// itself.
    AnchorNotAuthority = "anchor-not-authority",
        "the trusted certificate that issued the chain is not a CA and vouches only for itself";
    /// The trusted certificate at the end of the chain is not valid for this purpose.
    AnchorPurpose = "anchor-purpose",
        "the trusted certificate that issued the chain is not for this purpose";
    /// The trusted certificate at the end of the chain has expired.
    AnchorExpired = "anchor-expired", "the trusted certificate that issued the chain has expired";
    /// The trusted certificate at the end of the chain is not valid yet.
    AnchorNotYetValid = "anchor-not-yet-valid",
        "the trusted certificate that issued the chain is not valid yet";
    /// The trusted certificate at the end of the chain has an unknown critical extension.
    AnchorCritical = "anchor-critical",
        "the trusted certificate that issued the chain has an unknown critical extension";
    /// The store distrusts the trusted certificate at the end of the chain, or a certificate of the
    /// chain, for this purpose.
    Distrusted = "distrusted",
        "the store marks a certificate of the chain as not trusted for this purpose";
    /// A certificate is revoked.
    Revoked = "revoked", "a certificate of the chain is revoked";
    /// The issuer of a certificate lacks a revocation list.
    RevocationUnknown = "revocation-unknown",
        "there is no revocation list for a certificate of the chain";
    /// The revocation list of an issuer is outdated.
    RevocationExpired = "crl-expired", "the revocation list for a certificate has expired";
    /// The issuer that a revocation list names did not sign it.
    RevocationSignature = "crl-signature", "the signature of a revocation list is not genuine";
    /// The signature algorithm of a revocation list is not accepted.
    RevocationAlgorithm = "crl-algorithm",
        "the signature of the revocation list for a certificate uses a rejected algorithm";
    /// The key usage of an issuer does not allow signing revocation lists.
    RevocationKeyUsage = "crl-key-usage", "the key usage of an issuer does not allow signing revocation lists";
    /// The chain allows too many paths to try all of them.
    TooComplex = "too-complex", "the chain offers too many paths";
    /// Any other reason.
    Other = "other", "the chain is not accepted";
    /// A certificate, possibly the trusted one, breaks a rule.
    Profile(rule: Breach) = "profile", "a certificate breaks a rule: {rule}";
}

impl Rejection {
    /// Returns whether a trusted certificate is at fault.
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

    /// Returns whether the reason concerns a revocation list.
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
