"""Certificates for the tests, made with the package cryptography."""

from __future__ import annotations

import base64
import ipaddress
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from quicksalt.trust import TrustStore

BEGIN = datetime(2025, 1, 1, tzinfo=UTC)
REVISED = datetime(2025, 12, 2, tzinfo=UTC)
END = datetime(2035, 1, 1, tzinfo=UTC)


def of_authority(
    builder: x509.CertificateBuilder, key: ec.EllipticCurvePrivateKey
) -> x509.CertificateBuilder:
    """Add the extensions that a CA certificate needs."""
    purposes = [
        "content_commitment",
        "data_encipherment",
        "decipher_only",
        "digital_signature",
        "encipher_only",
        "key_agreement",
        "key_encipherment",
    ]
    usage = x509.KeyUsage(key_cert_sign=True, crl_sign=True, **dict.fromkeys(purposes, False))
    return (
        builder.add_extension(x509.BasicConstraints(True, None), True)
        .add_extension(usage, True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
    )


def name(text: str) -> x509.Name:
    parts = [(NameOID.ORGANIZATION_NAME, "quicksalt"), (NameOID.COMMON_NAME, text)]
    return x509.Name([x509.NameAttribute(oid, value) for oid, value in parts])


@dataclass(frozen=True)
class Authority:
    """A certificate that can sign others."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def der(self) -> bytes:
        return self.certificate.public_bytes(serialization.Encoding.DER)

    @property
    def pem(self) -> str:
        return self.certificate.public_bytes(serialization.Encoding.PEM).decode()

    @property
    def for_servers(self) -> str:
        """Return the certificate in OpenSSL's trusted format, limited to servers."""
        usage = bytes.fromhex("300c300a06082b06010505070301")
        block = base64.encodebytes(self.der + usage).decode()
        return f"-----BEGIN TRUSTED CERTIFICATE-----\n{block}-----END TRUSTED CERTIFICATE-----\n"

    def sign(
        self,
        text: str,
        key: ec.EllipticCurvePrivateKey,
        end: datetime = END,
        *,
        is_bare: bool = False,
    ) -> x509.CertificateBuilder:
        """Start a certificate; a bare certificate lacks the authority key identifier."""
        issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key())
        builder = (
            x509.CertificateBuilder()
            .issuer_name(self.certificate.subject)
            .subject_name(name(text))
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(BEGIN)
            .not_valid_after(end)
        )
        return builder if is_bare else builder.add_extension(issuer, False)

    def authority(self, text: str) -> Authority:
        key = ec.generate_private_key(ec.SECP256R1())
        return Authority(
            of_authority(self.sign(text, key), key).sign(self.key, hashes.SHA256()), key
        )

    def leaf(
        self,
        host: str,
        *,
        is_client: bool = False,
        is_bare: bool = False,
        end: datetime = END,
        padding: int = 0,
    ) -> tuple[bytes, bytes]:
        """Return a certificate in DER and its key in PEM."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = [x509.DNSName(host), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
        usage = ExtendedKeyUsageOID.CLIENT_AUTH if is_client else ExtendedKeyUsageOID.SERVER_AUTH
        builder = (
            self.sign("leaf", key, end, is_bare=is_bare)
            .add_extension(x509.SubjectAlternativeName(names), False)
            .add_extension(x509.ExtendedKeyUsage([usage]), False)
        )
        if padding:
            unknown = x509.UnrecognizedExtension(x509.ObjectIdentifier("2.25.1"), bytes(padding))
            builder = builder.add_extension(unknown, False)
        certificate = builder.sign(self.key, hashes.SHA256())
        return certificate.public_bytes(serialization.Encoding.DER), key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )

    def revocations(
        self, *serials: int, made: datetime = REVISED, days: int = 20000, pem: bool = False
    ) -> bytes:
        """Return a CRL with the revoked certificates."""
        builder = (
            x509.CertificateRevocationListBuilder()
            .issuer_name(self.certificate.subject)
            .last_update(made)
            .next_update(made + timedelta(days=days))
            .add_extension(x509.CRLNumber(1), False)
        )
        for serial in serials:
            one = x509.RevokedCertificateBuilder().serial_number(serial).revocation_date(made)
            builder = builder.add_revoked_certificate(one.build())
        encoding = serialization.Encoding.PEM if pem else serialization.Encoding.DER
        return builder.sign(self.key, hashes.SHA256()).public_bytes(encoding)


def trusting(*certificates: Authority | bytes) -> TrustStore:
    """Return a store with these certificates."""
    store = TrustStore()
    for one in certificates:
        store.add(one if isinstance(one, bytes) else one.der, strict=True)
    return store


def root(text: str) -> Authority:
    key = ec.generate_private_key(ec.SECP256R1())
    builder = (
        x509.CertificateBuilder()
        .issuer_name(name(text))
        .subject_name(name(text))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(BEGIN)
        .not_valid_after(END)
    )
    return Authority(of_authority(builder, key).sign(key, hashes.SHA256()), key)


def chain_files(folder: Path) -> None:
    """Write two roots, a chain to the second root and its parts, and CRLs that revoke the leaf."""
    roots = [root("first"), root("second")]
    middle = roots[1].authority("middle")
    leaf = middle.leaf("host.example")[0]
    texts = {"bundle": "".join(one.pem for one in roots), "leaf": ssl.DER_cert_to_PEM_cert(leaf)}
    texts |= {"chain": texts["leaf"] + middle.pem, "limited": roots[0].for_servers}
    for file, text in texts.items():
        (folder / f"{file}.pem").write_text(text)
    serial = x509.load_der_x509_certificate(leaf).serial_number
    (folder / "top.crl").write_bytes(roots[1].revocations())
    (folder / "middle.crl").write_bytes(middle.revocations(serial))
