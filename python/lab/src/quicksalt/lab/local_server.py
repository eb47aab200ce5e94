"""Certificates for a local server, created with the package cryptography."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from quicksalt import exceptions


def certificates(host: str) -> tuple[str, str, str]:
    """Create a root, a chain below it with the leaf first, and the leaf's key, all in PEM.

    Keys are on P-256, as in most of the public web. Raises `UnavailableError` if the package is not
    installed.
    """
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.x509.oid import NameOID
    except ImportError:
        text = "the package cryptography is not installed: pip install cryptography"
        raise exceptions.UnavailableError(text) from None

    def signs_certificates() -> x509.KeyUsage:
        return x509.KeyUsage(False, False, False, False, False, True, False, False, False)

    begin, names = datetime.now(UTC) - timedelta(days=1), ("root", "intermediate", host)
    keys = [ec.generate_private_key(ec.SECP256R1()) for _ in names]
    subjects = [
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"quicksalt lab {name}")])
        for name in names
    ]
    made = []
    for place in range(len(names)):
        issuer, is_leaf = max(0, place - 1), place == len(names) - 1
        builder = x509.CertificateBuilder(
            subjects[issuer],
            subjects[place],
            keys[place].public_key(),
            x509.random_serial_number(),
            begin,
            begin + timedelta(days=30),
        ).add_extension(x509.BasicConstraints(ca=not is_leaf, path_length=None), critical=True)
        # Required by OpenSSL under VERIFY_X509_STRICT, which Python's contexts set since 3.13.
        own, above = (keys[n].public_key() for n in (place, issuer))
        builder = builder.add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(above), critical=False
        ).add_extension(x509.SubjectKeyIdentifier.from_public_key(own), critical=False)
        if not is_leaf:
            builder = builder.add_extension(signs_certificates(), critical=True)
        else:
            named = x509.SubjectAlternativeName([x509.DNSName(host)])
            builder = builder.add_extension(named, critical=False)
        certificate = builder.sign(keys[issuer], hashes.SHA256())
        made.append(certificate.public_bytes(serialization.Encoding.PEM).decode())
    key = keys[-1].private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return made[0], made[2] + made[1], key.decode()
