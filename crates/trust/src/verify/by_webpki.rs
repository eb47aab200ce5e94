//! Converts webpki's errors to rejections.

use webpki::Error as Webpki;

use crate::rejection::Rejection;

impl From<&Webpki> for Rejection {
    #[allow(deprecated)]
    fn from(error: &Webpki) -> Self {
        match error {
            Webpki::CertExpired { .. } => Self::Expired,
            Webpki::CertNotValidYet { .. } => Self::NotYetValid,
            Webpki::UnknownIssuer => Self::UnknownIssuer,
            Webpki::CertNotValidForName(_) => Self::Host,
            Webpki::InvalidSignatureForPublicKey => Self::Signature,
            Webpki::UnsupportedSignatureAlgorithmContext(_)
            | Webpki::UnsupportedSignatureAlgorithmForPublicKeyContext(_) => Self::Algorithm,
            Webpki::RequiredEkuNotFound
            | Webpki::RequiredEkuNotFoundContext(_)
            | Webpki::EmptyEkuExtension => Self::Purpose,
            Webpki::CaUsedAsEndEntity => Self::AuthorityAsLeaf,
            Webpki::EndEntityUsedAsCa => Self::LeafAsAuthority,
            Webpki::NameConstraintViolation => Self::NameConstraint,
            Webpki::PathLenConstraintViolated => Self::PathLength,
            Webpki::CertRevoked => Self::Revoked,
            Webpki::UnknownRevocationStatus => Self::RevocationUnknown,
            Webpki::CrlExpired { .. } => Self::RevocationExpired,
            Webpki::InvalidCrlSignatureForPublicKey => Self::RevocationSignature,
            Webpki::UnsupportedCrlSignatureAlgorithmContext(_)
            | Webpki::UnsupportedCrlSignatureAlgorithmForPublicKeyContext(_) => {
                Self::RevocationAlgorithm
            }
            Webpki::IssuerNotCrlSigner => Self::RevocationKeyUsage,
            Webpki::MaximumNameConstraintComparisonsExceeded
            | Webpki::MaximumPathBuildCallsExceeded
            | Webpki::MaximumPathDepthExceeded
            | Webpki::MaximumSignatureChecksExceeded => Self::TooComplex,
            Webpki::BadDer
            | Webpki::BadDerTime
            | Webpki::ExtensionValueInvalid
            | Webpki::InvalidCertValidity
            | Webpki::InvalidNetworkMaskConstraint
            | Webpki::InvalidSerialNumber
            | Webpki::MalformedDnsIdentifier
            | Webpki::MalformedExtensions
            | Webpki::MalformedNameConstraint
            | Webpki::SignatureAlgorithmMismatch
            | Webpki::TrailingData(_)
            | Webpki::UnsupportedCertVersion => Self::Malformed,
            Webpki::UnsupportedCriticalExtension => Self::CriticalExtension,
            _ => Self::Other,
        }
    }
}
