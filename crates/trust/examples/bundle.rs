//! Prints a bundle with the given number of CA certificates, which have distinct names and serial
//! numbers: `cargo run --release -p quicksalt-trust --example bundle -- 10000 > bundle.pem`. All
//! share one key and one signature, which loading does not check.
#![allow(clippy::unwrap_used)]

use std::io::{self, BufWriter, Write};

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, KeyPair, SerialNumber};

const NAME: &[u8] = b"Authority 00000000";
const SERIAL: [u8; 10] = [0x02, 8, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11];

fn main() -> io::Result<()> {
    let count: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(150);
    let mut params = CertificateParams::default();
    params.distinguished_name.push(DnType::OrganizationName, "quicksalt");
    params.distinguished_name.push(DnType::CommonName, str::from_utf8(NAME).unwrap());
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.serial_number = Some(SerialNumber::from_slice(&SERIAL[2..]));
    let template = params.self_signed(&KeyPair::generate().unwrap()).unwrap().der().to_vec();
    let names: Vec<usize> = positions(&template, NAME).map(|at| at + NAME.len() - 8).collect();
    let serial = positions(&template, &SERIAL).next().unwrap() + 2;
    let mut out = BufWriter::new(io::stdout().lock());
    for i in 0..count {
        let mut der = template.clone();
        for &at in &names {
            der[at..at + 8].copy_from_slice(format!("{i:08}").as_bytes());
        }
        der[serial + 1..serial + 8].copy_from_slice(&i.to_be_bytes()[1..]);
        let text = base64_simd::STANDARD.encode_to_string(&der);
        writeln!(out, "-----BEGIN CERTIFICATE-----")?;
        for line in text.as_bytes().chunks(64) {
            out.write_all(line)?;
            writeln!(out)?;
        }
        writeln!(out, "-----END CERTIFICATE-----")?;
    }
    out.flush()
}

fn positions<'a>(bytes: &'a [u8], part: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    (0..bytes.len()).filter(move |&at| bytes[at..].starts_with(part))
}
