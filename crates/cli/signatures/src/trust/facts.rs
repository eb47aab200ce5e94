//! Collects the properties of a certificate that commands show.

use quicksalt_command::{Failure, Json};
use quicksalt_trust::Certificate;

use super::said::{digits, failure, time};

/// Returns the SHA-256 digest of a certificate in hexadecimal.
pub(super) fn fingerprint(certificate: &Certificate<'_>) -> Result<String, Failure> {
    certificate.fingerprint().map(|digest| digits(&digest)).map_err(|error| failure(&error))
}

/// Returns whether the subject contains the text or the fingerprint begins with the text. A
/// fingerprint prefix needs at least four digits.
pub(super) fn matches(certificate: &Certificate<'_>, text: &str) -> Result<bool, Failure> {
    if certificate.subject_text().to_lowercase().contains(&text.to_lowercase()) {
        return Ok(true);
    }
    let wanted = text.replace(':', "").to_lowercase();
    Ok(wanted.len() >= 4
        && wanted.bytes().all(|byte| byte.is_ascii_hexdigit())
        && fingerprint(certificate)?.starts_with(&wanted))
}

/// Returns the properties of a certificate as JSON values.
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

/// Returns the [`facts`] of some certificates.
pub(super) fn list<'a>(
    certificates: impl IntoIterator<Item = &'a Certificate<'a>>,
) -> Result<Json, Failure> {
    let all: Result<_, _> = certificates.into_iter().map(|one| facts(one).map(Json::map)).collect();
    Ok(Json::List(all?))
}

/// Formats a two's complement number in hexadecimal, with its sign.
fn serial(bytes: &[u8]) -> String {
    let is_negative = bytes.first().is_some_and(|first| *first >= 0x80);
    let mut size = bytes.to_vec();
    if is_negative {
        // Negates the number, starting at its last byte: trailing zeros stay, the last nonzero byte
        // is negated, and all preceding bytes are inverted.
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
