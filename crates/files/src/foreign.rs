//! Recognizes file formats by their first bytes, so that an error can name an unexpected format.

/// The first bytes of known file formats.
const FORMATS: &[(&[u8], &str)] = &[
    (b"-----BEGIN PGP MESSAGE-----", "a PGP message, which gpg decrypts"),
    (b"-----BEGIN PGP SIGNATURE-----", "a PGP signature, which gpg verifies"),
    (b"-----BEGIN PGP PUBLIC KEY BLOCK-----", "a PGP public key"),
    (b"-----BEGIN PGP PRIVATE KEY BLOCK-----", "a PGP private key"),
    (b"-----BEGIN CMS-----", "a CMS message, which openssl cms decrypts"),
    (b"-----BEGIN PKCS7-----", "a PKCS #7 message, which openssl smime decrypts"),
    (b"-----BEGIN SSH SIGNATURE-----", "an OpenSSH signature, which ssh-keygen -Y verifies"),
    (b"-----BEGIN OPENSSH PRIVATE KEY-----", "an OpenSSH private key"),
    (b"-----BEGIN CERTIFICATE-----", "a certificate"),
    (b"-----BEGIN AGE ENCRYPTED FILE-----", "a file encrypted by age, in armour"),
    (b"age-encryption.org/v1\n", "a file encrypted by age"),
    (b"Salted__", "a file encrypted by openssl enc"),
    (b"U2FsdGVkX1", "a file encrypted by openssl enc, in base64"),
    (b"-----BEGIN ENCRYPTED DATA-----", "a file encrypted by kaesar, in base64"),
    (b"$ANSIBLE_VAULT;", "an Ansible vault, which ansible-vault decrypts"),
    (b"untrusted comment: minisign encrypted secret key", "a minisign secret key"),
    (b"untrusted comment: minisign public key", "a minisign public key"),
    (b"untrusted comment: ", "a key or signature of minisign or signify"),
    (b"AGE-SECRET-KEY-", "an age identity"),
    (b"ssh-ed25519 ", "an OpenSSH public key"),
    (b"ssh-rsa ", "an OpenSSH public key"),
    (b"\x1f\x8b", "a gzip file"),
    (b"PK\x03\x04", "a zip file"),
    (b"LUKS\xba\xbe", "a LUKS volume, which cryptsetup opens"),
    (b"\x85\x01\x0c", "a PGP message, which gpg decrypts"),
    (b"\x85\x02\x0c", "a PGP message, which gpg decrypts"),
    (b"\x8c\x0d\x04", "a PGP message, which gpg decrypts"),
    (b"\x84\x5e", "a PGP message, which gpg decrypts"),
];

/// The number of bytes that recognition needs.
pub(crate) const LONGEST: usize = 64;

/// Returns the name of the format that begins with these bytes, if it is known.
pub(crate) fn name(start: &[u8]) -> Option<&'static str> {
    if start.is_empty() {
        return Some("an empty file");
    }
    let text = start.trim_ascii_start();
    let found =
        FORMATS.iter().find(|(magic, _)| start.starts_with(magic) || text.starts_with(magic));
    let kaesar = start.starts_with(b"##### -*-").then_some("a file encrypted by kaesar-mode");
    found.map(|(_, name)| *name).or(kaesar)
}
