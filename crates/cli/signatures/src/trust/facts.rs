//! What there is to say of a certificate.

use quicksalt_command::{Failure, Json};
use quicksalt_trust::Certificate;

use super::said::{digits, failure, time};

/// The SHA-256 digest of a certificate as digits.
pub(super) fn fingerprint(certificate: &Certificate<'_>) -> Result<String, Failure> {
    certificate.fingerprint().map(|digest| digits(&digest)).map_err(|error| failure(&error))
}

/// Whether a text stands in the subject or begins the fingerprint; four digits of this are needed.
pub(super) fn matches(certificate: &Certificate<'_>, text: &str) -> Result<bool, Failure> {
    if certificate.subject_text().to_lowercase().contains(&text.to_lowercase()) {
        return Ok(true);
    }
    let wanted = text.replace(':', "").to_lowercase();
    Ok(wanted.len() >= 4
        && wanted.bytes().all(|byte| byte.is_ascii_hexdigit())
        && fingerprint(certificate)?.starts_with(&wanted))
}

/// What is known of a certificate as JSON has it.
pub(super) fn facts(certificate: &Certificate<'_>) -> Result<[(&'static str, Json); 14], Failure> {
    let validity = certificate.validity();
    Ok([
        ("position", certificate.position().into()),
        ("subject", certificate.subject_text().into()),
        ("issuer", certificate.issuer_text().into()),
        ("serial", serial(certificate.serial()).into()),
        ("not_before", validity.map(|(first, _)| time(first)).into()),
        ("not_after", validity.map(|(_, last)| time(last)).into()),
        ("key", certificate.key_text().into()),
        ("key_id", certificate.key_id().map(digits).into()),
        ("fingerprint", fingerprint(certificate)?.into()),
        ("authority", certificate.authority().into()),
        ("is_authority", certificate.is_authority().into()),
        ("trusted_for", certificate.trusted_for().map(Json::list).into()),
        ("rejected_for", Json::list(certificate.rejected_for())),
        ("is_constrained", certificate.name_constraints().is_some().into()),
    ])
}

/// [`facts`] of some certificates.
pub(super) fn list<'a>(
    certificates: impl IntoIterator<Item = &'a Certificate<'a>>,
) -> Result<Json, Failure> {
    let all: Result<_, _> = certificates.into_iter().map(|one| facts(one).map(Json::map)).collect();
    Ok(Json::List(all?))
}

/// A number in two's complement as digits behind its sign.
fn serial(bytes: &[u8]) -> String {
    let is_negative = bytes.first().is_some_and(|first| *first >= 0x80);
    let mut size = bytes.to_vec();
    if is_negative {
        // From the end: zeros stay, the last other byte is negated, those before it are inverted.
        let last = size.iter().rposition(|byte| *byte != 0).unwrap_or(0);
        size[..last].iter_mut().for_each(|byte| *byte = !*byte);
        size[last] = size[last].wrapping_neg();
    }
    let all = digits(&size);
    let shown = match all.trim_start_matches('0') {
        "" => "0",
        shown => shown,
    };
    format!("{}0x{shown}", if is_negative { "-" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::serial;

    #[test]
    fn serial_numbers_have_a_sign() {
        // hex(int.from_bytes(bytes, signed=True))
        for (bytes, shown) in [
            (&[][..], "0x0"),
            (&[0], "0x0"),
            (&[0, 0xab], "0xab"),
            (&[0x0a, 0x0b], "0xa0b"),
            (&[0xff], "-0x1"),
            (&[0x80, 0], "-0x8000"),
            (&[0xfe, 0xff, 0x00], "-0x10100"),
        ] {
            assert_eq!(serial(bytes), shown);
        }
    }
}
