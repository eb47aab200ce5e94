//! What webpki's verdicts are called here.

use webpki::Error as Webpki;

use crate::rejection::Rejection;

#[allow(deprecated)]
pub(super) fn rejection(error: &Webpki) -> Rejection {
    match error {
        Webpki::CertExpired { .. } => Rejection::Expired,
        Webpki::CertNotValidYet { .. } => Rejection::NotYetValid,
        Webpki::UnknownIssuer => Rejection::UnknownIssuer,
        Webpki::CertNotValidForName(_) => Rejection::Host,
        Webpki::InvalidSignatureForPublicKey => Rejection::Signature,
        Webpki::UnsupportedSignatureAlgorithmContext(_)
        | Webpki::UnsupportedSignatureAlgorithmForPublicKeyContext(_) => Rejection::Algorithm,
        Webpki::RequiredEkuNotFound
        | Webpki::RequiredEkuNotFoundContext(_)
        | Webpki::EmptyEkuExtension => Rejection::Purpose,
        Webpki::CaUsedAsEndEntity => Rejection::AuthorityAsLeaf,
        Webpki::EndEntityUsedAsCa => Rejection::LeafAsAuthority,
        Webpki::NameConstraintViolation => Rejection::NameConstraint,
        Webpki::PathLenConstraintViolated => Rejection::PathLength,
        Webpki::CertRevoked => Rejection::Revoked,
        Webpki::UnknownRevocationStatus => Rejection::RevocationUnknown,
        Webpki::CrlExpired { .. } => Rejection::RevocationExpired,
        Webpki::InvalidCrlSignatureForPublicKey => Rejection::RevocationSignature,
        Webpki::UnsupportedCrlSignatureAlgorithmContext(_)
        | Webpki::UnsupportedCrlSignatureAlgorithmForPublicKeyContext(_) => {
            Rejection::RevocationAlgorithm
        }
        Webpki::IssuerNotCrlSigner => Rejection::RevocationKeyUsage,
        Webpki::MaximumNameConstraintComparisonsExceeded
        | Webpki::MaximumPathBuildCallsExceeded
        | Webpki::MaximumPathDepthExceeded
        | Webpki::MaximumSignatureChecksExceeded => Rejection::TooComplex,
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
        | Webpki::UnsupportedCertVersion => Rejection::Malformed,
        Webpki::UnsupportedCriticalExtension => Rejection::CriticalExtension,
        _ => Rejection::Other,
    }
}
