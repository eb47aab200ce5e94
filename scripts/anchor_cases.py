"""Newly generated chains with one fault each, mostly in the trusted certificate."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID, ObjectIdentifier

HOST = "host.example"
NOW = datetime(2026, 1, 1, tzinfo=UTC)
YEAR = timedelta(days=365)

# The joint UUID arc of ITU-T X.667, with an all-zero UUID: an unassigned extension.
UNKNOWN = x509.UnrecognizedExtension(ObjectIdentifier("2.25.0"), b"\x05\x00")


class Holder(NamedTuple):
    """A certificate and its key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    def der(self) -> bytes:
        """Return the certificate in DER."""
        return self.certificate.public_bytes(Encoding.DER)


def key_usage(signs: bool) -> x509.KeyUsage:
    """Return a keyUsage for a CA, or for an issuer that only signs CRLs."""
    others = dict.fromkeys(
        [
            "content_commitment",
            "key_encipherment",
            "data_encipherment",
            "key_agreement",
            "encipher_only",
            "decipher_only",
        ],
        False,
    )
    return x509.KeyUsage(digital_signature=False, key_cert_sign=signs, crl_sign=True, **others)


def make(  # noqa: PLR0913
    name: str,
    issuer: Holder | None = None,
    *,
    is_ca: bool = True,
    path_length: int | None = None,
    signs: bool | None = True,
    purpose: ObjectIdentifier | None = None,
    dates: tuple[datetime, datetime] = (NOW - YEAR, NOW + YEAR),
    is_unknown: bool = False,
    host: str | None = None,
) -> Holder:
    """Create a certificate, self-signed unless an issuer is given."""
    key = ec.generate_private_key(ec.SECP256R1())
    signer = issuer.key if issuer else key
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer.certificate.subject if issuer else subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(dates[0])
        .not_valid_after(dates[1])
        .add_extension(x509.BasicConstraints(is_ca, path_length), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    identifier = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key())
    builder = builder.add_extension(identifier, critical=False)
    if is_ca and signs is not None:
        builder = builder.add_extension(key_usage(signs), critical=True)
    if purpose:
        builder = builder.add_extension(x509.ExtendedKeyUsage([purpose]), critical=False)
    if is_unknown:
        builder = builder.add_extension(UNKNOWN, critical=True)
    if host:
        names = x509.SubjectAlternativeName([x509.DNSName(host)])
        builder = builder.add_extension(names, critical=False)
    return Holder(builder.sign(signer, hashes.SHA256()), key)


def leaf(issuer: Holder | None) -> Holder:
    """Create a server certificate."""
    server = ExtendedKeyUsageOID.SERVER_AUTH
    return make("leaf", issuer, is_ca=False, purpose=server, host=HOST)


def case(name: str, trusted: Holder, chain: list[Holder], is_valid: bool) -> dict[str, Any]:
    """Return a case in the form that `verdicts.py` reads."""
    return {
        "id": name,
        "trusted": [trusted.der()],
        "chain": [holder.der() for holder in chain],
        "crls": [],
        "host": HOST,
        "purpose": "server",
        "time": int(NOW.timestamp()),
        "max_depth": None,
        "is_valid": is_valid,
    }


def cases() -> list[dict[str, Any]]:
    """Create all chains, each with quicksalt's intended verdict."""
    faults: dict[str, dict[str, Any]] = {
        "CA:FALSE": {"is_ca": False},
        "no keyCertSign": {"signs": False},
        "EKU e-mail only": {"purpose": ExtendedKeyUsageOID.EMAIL_PROTECTION},
        "expired": {"dates": (NOW - 2 * YEAR, NOW - YEAR)},
        "not yet valid": {"dates": (NOW + YEAR, NOW + 2 * YEAR)},
        "unknown critical extension": {"is_unknown": True},
    }
    good = make("root")
    found = [case("no fault", good, [leaf(good)], True)]
    for name, change in faults.items():
        anchor = make("root", **change)
        found.append(case(f"anchor: {name}", anchor, [leaf(anchor)], False))
    anchor = make("root", path_length=0)
    middle = make("middle", anchor)
    found.append(case("anchor: pathlen:0 violated", anchor, [leaf(middle), middle], False))
    middle = make("middle", good, signs=False)
    chain = [leaf(middle), middle]
    found.append(case("intermediate without keyCertSign", good, chain, False))
    own = leaf(good)
    found.append(case("trusted leaf", own, [own], True))
    alone = leaf(None)
    found.append(case("trusted leaf, self-signed", alone, [alone], True))
    return found
