//! Every candidate of the hashes, authenticators and key derivations against the published vectors
//! in `vectors/`.

use quicksalt::hazmat::{
    hmac, keccak, sha3_256, sha3_512, sha256, sha512, siphash24, turboshake128, turboshake256,
};
use quicksalt::nacl::{hkdf, pbkdf2};

use crate::common::candidates::subjects;
use crate::common::vectors::{Case, each};
use crate::common::{same, sample_bytes};
use crate::vectors::all;

/// Checks a tag for each case, with keys of any length.
macro_rules! hmac {
    ($name:ident, $hash:ident, $file:literal) => {
        #[test]
        fn $name() {
            all(&$hash::PRIMITIVE, "hash", $file, |run, case, context| {
                let (key, message) = (case.bytes("key"), case.bytes("message"));
                let mut tag = [0; $hash::DIGEST_LEN];
                hmac::with_key_block(&$hash::PRIMITIVE, &key, |block| {
                    Ok(hmac::tag_by(run, block, &message, &mut tag))
                })
                .unwrap();
                same(&tag, &case.bytes("tag"), context);
            });
        }
    };
}

/// Checks a tag for each case, with keys of 16 bytes.
macro_rules! siphash {
    ($name:ident, $operation:literal, $tag:ident) => {
        #[test]
        fn $name() {
            all(&siphash24::PRIMITIVE, $operation, stringify!($name), |run, case, context| {
                let tag = run.$tag(&case.array("key"), &case.bytes("message"));
                same(&tag, &case.bytes("tag"), context);
            });
        }
    };
}

hmac!(hmac_sha256, sha256, "hmac-sha256");
hmac!(hmac_sha512, sha512, "hmac-sha512");
siphash!(siphash24, "tag", tag);
siphash!(siphashx24, "tag128", long_tag);

#[test]
fn sha3() {
    each("sha3", |case| {
        let (message, digest) = (case.bytes("message"), case.bytes("digest"));
        let context = |name: &str| format!("{name}, {}", case.source());
        if case.text("hash") == "sha3_256" {
            for subject in subjects(&keccak::PRIMITIVE, "permute24") {
                let mut found = [0; sha3_256::DIGEST_LEN];
                sha3_256::by(subject.run).hash(sha3_256::DOMAIN, &mut found, &[&message]);
                same(&found, &digest, || context(&subject.name));
            }
        } else {
            assert_eq!(case.text("hash"), "sha3_512");
            for subject in subjects(&keccak::PRIMITIVE, "permute24") {
                let mut found = [0; sha3_512::DIGEST_LEN];
                sha3_512::by(subject.run).hash(sha3_512::DOMAIN, &mut found, &[&message]);
                same(&found, &digest, || context(&subject.name));
            }
        }
    });
}

/// Returns domain and message of a case: RFC 9861's pattern `ptn` equals `sample_bytes`.
fn turboshake_input(case: &Case) -> (u8, Vec<u8>) {
    let message = match case.number("ones") {
        Some(ones) => vec![0xff; ones as usize],
        None => sample_bytes(case.number("length").unwrap() as usize),
    };
    (case.number("domain").unwrap() as u8, message)
}

#[test]
fn turboshake() {
    each("turboshake", |case| {
        let ((domain, message), output) = (turboshake_input(case), case.bytes("output"));
        let mut found = vec![0; output.len()];
        let context = |name: &str| format!("{name}, {}", case.source());
        if case.text("hash") == "turboshake128" {
            for subject in subjects(&keccak::PRIMITIVE, "permute12") {
                turboshake128::by(subject.run).hash(domain, &mut found, &[&message]);
                same(&found, &output, || context(&subject.name));
            }
        } else {
            assert_eq!(case.text("hash"), "turboshake256");
            for subject in subjects(&keccak::PRIMITIVE, "permute12") {
                turboshake256::by(subject.run).hash(domain, &mut found, &[&message]);
                same(&found, &output, || context(&subject.name));
            }
        }
    });
}

#[test]
fn keys_are_derived_as_published() {
    each("hkdf", |case| {
        let [ikm, salt, info] = ["ikm", "salt", "info"].map(|field| case.bytes(field));
        let (prk, okm) = (case.bytes("prk"), case.bytes("okm"));
        same(&*hkdf::sha256_extract(&salt, &ikm).unwrap(), &prk, || case.source());
        let mut found = vec![0; okm.len()];
        hkdf::sha256_expand(&mut found, &prk, &info).unwrap();
        same(&found, &okm, || case.source());
        hkdf::sha256(&mut found, &ikm, &salt, &info).unwrap();
        same(&found, &okm, || case.source());
    });
    each("pbkdf2", |case| {
        let (password, salt) = (case.bytes("password"), case.bytes("salt"));
        let mut found = vec![0; case.bytes("key").len()];
        let iterations = case.number("iterations").unwrap() as u32;
        pbkdf2::sha256(&mut found, &password, &salt, iterations).unwrap();
        same(&found, &case.bytes("key"), || case.source());
    });
}

/// X-Wing, with the chosen candidates.
#[cfg(feature = "kem")]
#[test]
fn xwing() {
    use quicksalt::nacl::kem::xwing::{self, Ciphertext, Randomness, SecretKey};

    each("xwing", |case| {
        let context = || case.source();
        let secret = SecretKey::from(case.array("secret_key"));
        let public = secret.public_key().unwrap();
        same(public.as_bytes(), &case.bytes("public_key"), context);
        let randomness = Randomness::from(case.array("randomness"));
        let (ciphertext, there) = xwing::encapsulate_with(&public, &randomness).unwrap();
        same(ciphertext.as_bytes(), &case.bytes("ciphertext"), context);
        same(there.as_bytes(), &case.bytes("shared_secret"), context);
        let here = xwing::decapsulate(&ciphertext, &secret).unwrap();
        assert_eq!(here, there, "{}", context());
        let mut changed: [u8; 1120] = ciphertext.into();
        changed[7] ^= 1;
        assert_ne!(xwing::decapsulate(&Ciphertext::from(changed), &secret).unwrap(), there);
        changed[1088..].fill(0);
        let weak = xwing::decapsulate(&Ciphertext::from(changed), &secret);
        assert_eq!(weak, Err(quicksalt::Error::WeakPublicKey));
    });
}

/// Single-block operations with every candidate, the others with the chosen candidates.
#[cfg(feature = "ipcrypt")]
#[test]
fn ipcrypt() {
    use quicksalt::hazmat::ipcrypt as prim;
    use quicksalt::nacl::ipcrypt;

    each("ipcrypt", |case| {
        let (address, output) = (case.array("address"), case.bytes("output"));
        let context = || case.source();
        let (found, back) = match case.text("operation") {
            "deterministic" => {
                let key = case.array("key");
                for subject in subjects(&prim::PRIMITIVE, "encrypt") {
                    let mut block = address;
                    subject.run.encrypt(&key, &[0; 8], &mut block);
                    same(&block, &output, context);
                }
                let found = ipcrypt::encrypt(&address, &key.into()).unwrap();
                (found.to_vec(), ipcrypt::decrypt(&found, &key.into()))
            }
            "nd" => {
                let (key, tweak) = (case.array("key"), case.array("tweak"));
                for subject in subjects(&prim::PRIMITIVE, "encrypt") {
                    let mut block = address;
                    subject.run.encrypt(&key, &tweak, &mut block);
                    same(&block, &output[8..], context);
                }
                let found = ipcrypt::nd_encrypt_with(&address, &tweak, &key.into()).unwrap();
                (found.to_vec(), ipcrypt::nd_decrypt(&found, &key.into()))
            }
            "ndx" => {
                let (key, tweak) = (case.array("key").into(), case.array("tweak"));
                let found = ipcrypt::ndx_encrypt_with(&address, &tweak, &key).unwrap();
                (found.to_vec(), ipcrypt::ndx_decrypt(&found, &key))
            }
            operation => {
                assert_eq!(operation, "pfx");
                let key = case.array("key").into();
                let found = ipcrypt::pfx_encrypt(&address, &key).unwrap();
                (found.to_vec(), ipcrypt::pfx_decrypt(&found, &key))
            }
        };
        same(&found, &output, context);
        same(&back.unwrap(), &address, context);
    });
}
