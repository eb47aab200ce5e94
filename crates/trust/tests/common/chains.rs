//! Test chains, and helpers for their verdicts.
#![allow(dead_code, clippy::unwrap_used)]

use quicksalt_trust::{Error, Purpose, Refusal, Rejection, Request, TrustStore};
use rcgen::{
    CertificateParams, CertificateRevocationListParams, CertifiedIssuer, CrlDistributionPoint,
    CrlIssuingDistributionPoint, CustomExtension, DnType, KeyIdMethod, KeyPair, RevokedCertParams,
    SerialNumber, date_time_ymd,
};

pub(crate) type Issuer = CertifiedIssuer<'static, KeyPair>;

pub(crate) const HOST: &str = "host.example";
/// 2026-01-01, in seconds since 1970.
pub(crate) const NOW: u64 = 1_767_225_600;
pub(crate) const SERVER: Request<'_> = Request::new(Some(HOST), NOW, Purpose::Server);

/// Returns the parameters of a leaf for the host.
pub(crate) fn leaf_params() -> CertificateParams {
    let mut params = CertificateParams::new(vec![HOST.into()]).unwrap();
    params.distinguished_name.push(DnType::CommonName, "leaf");
    params
}

pub(crate) fn self_signed(params: CertificateParams) -> Issuer {
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

pub(crate) fn below(params: CertificateParams, issuer: &Issuer) -> Issuer {
    CertifiedIssuer::signed_by(params, KeyPair::generate().unwrap(), issuer).unwrap()
}

pub(crate) fn extension(oid: &[u64], content: &[u8], is_critical: bool) -> CustomExtension {
    let mut extension = CustomExtension::from_oid_content(oid, content.to_vec());
    extension.set_criticality(is_critical);
    extension
}

pub(crate) fn store<T: AsRef<[u8]>>(certificates: &[T]) -> TrustStore {
    let mut store = TrustStore::new();
    certificates.iter().for_each(|der| assert!(store.add(der.as_ref()).is_ok()));
    store
}

/// Returns the rejection of a chain; `None` if it is accepted.
#[track_caller]
pub(crate) fn refusal(
    store: &TrustStore,
    chain: &[&[u8]],
    request: &Request<'_>,
) -> Option<Refusal> {
    match store.verify(chain, request) {
        Ok(_) => None,
        Err(Error::Rejected(refusal)) => Some(*refusal),
        Err(error) => unreachable!("{error}"),
    }
}

/// Returns the reason for rejecting a chain.
#[track_caller]
pub(crate) fn verdict(
    store: &TrustStore,
    chain: &[&[u8]],
    request: &Request<'_>,
) -> Option<Rejection> {
    refusal(store, chain, request).map(|refusal| refusal.why)
}

/// Returns a revocation list with these serial numbers. It was issued in the middle of `year` and
/// is valid for one year.
pub(crate) fn list(issuer: &Issuer, year: i32, serials: &[u8]) -> Vec<u8> {
    list_of(issuer, year, serials, None)
}

/// Like [`list`], restricted to a distribution point if one is given.
pub(crate) fn list_of(issuer: &Issuer, year: i32, serials: &[u8], point: Option<&str>) -> Vec<u8> {
    let revoked = serials.iter().map(|&serial| RevokedCertParams {
        serial_number: SerialNumber::from_slice(&[serial]),
        revocation_time: date_time_ymd(2024, 1, 1),
        reason_code: None,
        invalidity_date: None,
    });
    let params = CertificateRevocationListParams {
        this_update: date_time_ymd(year, 6, 1),
        next_update: date_time_ymd(year + 1, 6, 1),
        crl_number: SerialNumber::from_slice(&[1]),
        issuing_distribution_point: point.map(|point| CrlIssuingDistributionPoint {
            distribution_point: at(point),
            scope: None,
        }),
        revoked_certs: revoked.collect(),
        key_identifier_method: KeyIdMethod::Sha256,
    };
    params.signed_by(issuer).unwrap().der().to_vec()
}

pub(crate) fn at(point: &str) -> CrlDistributionPoint {
    CrlDistributionPoint { uris: vec![point.into()] }
}
