"""RSA signatures by keys of any size, which the package cryptography creates."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa

from quicksalt.trust import RejectedError, TrustStore
from tests.trust.authority import BEGIN, END, name

HOST = "host.example"
NOW = datetime(2026, 1, 1, tzinfo=UTC)
HASHES: list[hashes.SHA256 | hashes.SHA384 | hashes.SHA512] = [
    hashes.SHA256(),
    hashes.SHA384(),
    hashes.SHA512(),
]


def certificate(
    subject: str, key: rsa.RSAPrivateKey, algorithm: hashes.HashAlgorithm, *, is_pss: bool
) -> bytes:
    """Return a CA certificate, or a certificate for the host in `subject`."""
    public = key if subject != HOST else ec.generate_private_key(ec.SECP256R1())
    builder = (
        x509.CertificateBuilder()
        .issuer_name(name("root"))
        .subject_name(name(subject))
        .public_key(public.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(BEGIN)
        .not_valid_after(END)
        .add_extension(x509.BasicConstraints(subject != HOST, None), True)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), False)
    )
    scheme = padding.PSS(padding.MGF1(algorithm), algorithm.digest_size) if is_pss else None
    assert isinstance(algorithm, hashes.SHA256 | hashes.SHA384 | hashes.SHA512)
    signed = builder.sign(key, algorithm, rsa_padding=scheme)
    return signed.public_bytes(serialization.Encoding.DER)


def verdict(key: rsa.RSAPrivateKey, leaf: bytes) -> str:
    store = TrustStore()
    store.add(certificate("root", key, HASHES[0], is_pss=False))
    try:
        store.verify([leaf], HOST, time=NOW)
    except RejectedError as error:
        return error.code
    return "accepted"


# Sizes that are multiples of words or of bytes, or neither; one has a single bit more than whole
# bytes, which PSS omits.
@pytest.mark.parametrize("bits", [2048, 2049, 2056, 2111, 3000, 3071, 4104])
def test_sizes(bits: int) -> None:
    key = rsa.generate_private_key(65537, bits)
    for algorithm in HASHES:
        for is_pss in (False, True):
            # The top bits of a PSS block are zero by chance, differently for each signature.
            for _ in range(4 if is_pss else 1):
                leaf = certificate(HOST, key, algorithm, is_pss=is_pss)
                assert verdict(key, leaf) == "accepted", (algorithm.name, is_pss)
            for at in (-1, -(bits // 8)):
                forged = bytearray(leaf)
                forged[at] ^= 1
                assert verdict(key, bytes(forged)) == "signature", (algorithm.name, is_pss, at)


def test_unsupported_signatures_are_not_called_forged() -> None:
    key = rsa.generate_private_key(65537, 1024)
    assert verdict(key, certificate(HOST, key, HASHES[0], is_pss=False)) == "algorithm"
