//! Every candidate against every published vector in `vectors/`.

use quicksalt::Error;
use quicksalt::choose::{Primitive, Runnable};
use quicksalt::hazmat::family::aead::{Associated, Ops};
use quicksalt::hazmat::{
    Source, aes, argon2, blake2b, chacha20, ed25519, hmac, keccak, poly1305, ripemd160, scrypt,
    sha256, sha512, shake128, shake256, x25519, xsalsa20, xsalsa20poly1305,
};
use sha2::Digest as _;

use crate::common::candidates::subjects;
use crate::common::same;
use crate::common::vectors::{Case, each};

/// Runs a check on each case for each candidate that offers the operation.
pub(crate) fn all<O: Sync>(
    primitive: &'static Primitive<O>,
    operation: &str,
    file: &str,
    check: impl Fn(Runnable<O>, &Case, &dyn Fn() -> String),
) {
    let subjects = subjects(primitive, operation);
    each(file, |case| {
        for subject in &subjects {
            check(subject.run, case, &|| format!("{}, {}", subject.name, case.source()));
        }
    });
}

#[test]
fn x25519() {
    all(&x25519::PRIMITIVE, "scalarmult", "x25519", |run, case, context| {
        let scalar = case.array("scalar");
        match case.text("operation") {
            "base" => same(&run.base(&scalar), &case.bytes("result"), context),
            "scalarmult" => {
                let product = run.scalarmult(&scalar, &case.array("point")).unwrap();
                same(&product, &case.bytes("result"), context);
            }
            "iterate" => {
                let (mut scalar, mut point) = (scalar, case.array("point"));
                for _ in 0..case.number("iterations").unwrap() {
                    (scalar, point) = (run.scalarmult(&scalar, &point).unwrap(), scalar);
                }
                same(&scalar, &case.bytes("result"), context);
            }
            "weak" => {
                let product = run.scalarmult(&scalar, &case.array("point"));
                assert_eq!(product, Err(Error::WeakPublicKey), "{}", context());
            }
            other => panic!("unknown operation {other}"),
        }
    });
}

#[test]
fn aes() {
    all(&aes::PRIMITIVE, "ctr", "aes", |run, case, context| {
        let (key, mut message) = (case.bytes("key"), case.bytes("message"));
        let (key, ciphertext) = (aes::Key::new(&key).unwrap(), case.bytes("ciphertext"));
        match case.text("mode") {
            "cbc" => {
                let (blocks, _) = message.as_chunks_mut();
                run.cbc_encrypt(key, &mut case.array("iv"), blocks, Source::InPlace);
                same(blocks.as_flattened(), &ciphertext, context);
                run.cbc_decrypt(key, &mut case.array("iv"), blocks, Source::InPlace);
                same(&message, &case.bytes("message"), context);
            }
            "ctr" => {
                run.ctr(key, &mut case.array("iv"), &mut message, Source::InPlace);
                same(&message, &ciphertext, context);
            }
            "gcm" => {
                let (nonce, aad) = (case.array("iv"), case.bytes("additional_data"));
                let (mut text, tag) = (vec![0; message.len()], case.array("tag"));
                same(&run.gcm_seal(key, &nonce, &aad, &mut text, &message), &tag, context);
                same(&text, &ciphertext, context);
                let verdict = run.gcm_open(key, &nonce, &aad, &mut text, &tag, &ciphertext);
                assert_eq!(verdict, Ok(()), "{}", context());
                same(&text, &message, context);
            }
            other => panic!("unknown mode {other}"),
        }
    });
}

fn repeated(case: &Case) -> Vec<u8> {
    case.bytes("message").repeat(case.number("repeat").unwrap_or(1) as usize)
}

#[test]
fn sha256() {
    all(&sha256::PRIMITIVE, "hash", "sha256", |run, case, context| {
        same(&run.hash(&[&repeated(case)]), &case.bytes("digest"), context);
    });
}

#[test]
fn sha512() {
    all(&sha512::PRIMITIVE, "hash", "sha512", |run, case, context| {
        same(&run.hash(&[&repeated(case)]), &case.bytes("digest"), context);
    });
}

#[test]
fn ripemd160() {
    all(&ripemd160::PRIMITIVE, "hash", "ripemd160", |run, case, context| {
        same(&run.hash(&[&repeated(case)]), &case.bytes("digest"), context);
    });
}

#[test]
fn argon2() {
    all(&argon2::PRIMITIVE, "compress", "argon2", |run, case, context| {
        let [passphrase, salt, secret, data] =
            ["passphrase", "salt", "secret", "data"].map(|field| case.bytes(field));
        let input =
            argon2::Input { passphrase: &passphrase, salt: &salt, secret: &secret, data: &data };
        let cost = ["memory_kib", "passes", "lanes"].map(|field| case.number(field).unwrap());
        let [memory_kib, passes, lanes] = cost.map(|number| number as u32);
        let params = argon2::Params::new(memory_kib, passes, lanes).unwrap();
        let mut tag = vec![0; case.bytes("tag").len()];
        let kind = match case.text("kind") {
            "d" => argon2::Kind::D,
            "i" => argon2::Kind::I,
            "id" => argon2::Kind::Id,
            other => panic!("unknown kind {other}"),
        };
        run.hash(kind, params, &mut tag, &input).unwrap();
        same(&tag, &case.bytes("tag"), context);
    });
}

#[test]
fn scrypt() {
    all(&scrypt::PRIMITIVE, "mix", "scrypt", |run, case, context| {
        let [n, r, p] = ["n", "r", "p"].map(|field| case.number(field).unwrap());
        let params = scrypt::Params::new(n, r as u32, p as u32).unwrap();
        let mut key = vec![0; case.bytes("key").len()];
        let (password, salt) = (case.bytes("password"), case.bytes("salt"));
        scrypt::hash_by(run, params, 0, &mut key, &password, &salt).unwrap();
        same(&key, &case.bytes("key"), context);
    });
}

/// Checks an output for each case.
macro_rules! shake {
    ($primitive:ident) => {
        #[test]
        fn $primitive() {
            all(&keccak::PRIMITIVE, "permute24", stringify!($primitive), |run, case, context| {
                let mut output = vec![0; case.number("length").unwrap() as usize];
                $primitive::by(run).hash(0x1f, &mut output, &[&case.bytes("message")]);
                same(&output, &case.bytes("output"), context);
            });
        }
    };
}

shake!(shake128);
shake!(shake256);

#[test]
fn hmac_sha512_256() {
    all(&sha512::PRIMITIVE, "hash", "hmac-sha512-256", |run, case, context| {
        let mut tag = [0; 32];
        hmac::tag_by(run, &case.array::<32>("key"), &case.bytes("message"), &mut tag);
        same(&tag, &case.bytes("tag"), context);
    });
}

#[test]
fn blake2b() {
    all(&blake2b::PRIMITIVE, "hash", "blake2b", |run, case, context| {
        let (key, salt, personal) = (case.bytes("key"), case.array("salt"), case.array("personal"));
        let params = blake2b::Params::new(&key, &salt, &personal).unwrap();
        let mut digest = vec![0; case.number("length").unwrap() as usize];
        run.hash(&params, &mut digest, &[&case.bytes("message")]);
        same(&digest, &case.bytes("digest"), context);
    });
}

#[test]
fn poly1305() {
    all(&poly1305::PRIMITIVE, "tag", "poly1305", |run, case, context| {
        same(&run.tag(&case.array("key"), &case.bytes("message")), &case.bytes("tag"), context);
    });
}

#[test]
fn xsalsa20() {
    all(&xsalsa20::PRIMITIVE, "xor", "xsalsa20", |run, case, context| {
        let (key, nonce) = (case.array("key"), case.array("nonce"));
        match (case.text("operation"), case.number("length")) {
            ("xor", _) => {
                let mut bytes = case.bytes("message");
                run.xor(&key, &nonce, 0, &mut bytes, Source::InPlace);
                let skip = case.number("skip").unwrap() as usize;
                same(&bytes[skip..], &case.bytes("ciphertext"), context);
            }
            ("stream", Some(length)) => {
                let mut bytes = vec![0; length as usize];
                run.xor(&key, &nonce, 0, &mut bytes, Source::Zero);
                if length <= 32 {
                    same(&bytes, &case.bytes("keystream"), context);
                } else {
                    same(&sha2::Sha256::digest(&bytes), &case.bytes("sha256"), context);
                }
            }
            other => panic!("unknown operation {other:?}"),
        }
    });
}

#[test]
fn salsa20() {
    let subjects = subjects(&xsalsa20::PRIMITIVE, "xor");
    each("salsa20", |case| {
        let (key, nonce): ([u8; 32], [u8; 8]) = (case.array("key"), case.array("nonce"));
        let checked = |bytes: &[u8], name: &str| {
            let context = || format!("{name}, {}", case.source());
            if bytes.len() <= 64 {
                same(bytes, &case.bytes("keystream"), context);
            } else {
                same(&sha2::Sha256::digest(bytes), &case.bytes("sha256"), context);
            }
        };
        let mut bytes = vec![0; case.number("length").unwrap() as usize];
        if case.number("rounds") == Some(20) {
            for subject in &subjects {
                subject.run.xor_under(&key, &nonce, 0, &mut bytes, Source::Zero);
                checked(&bytes, &subject.name);
            }
        } else {
            assert_eq!(case.number("rounds"), Some(12));
            for subject in &subjects {
                subject.run.xor_salsa2012(&key, &nonce, 0, &mut bytes, Source::Zero);
                checked(&bytes, &subject.name);
            }
        }
    });
}

#[test]
fn cores() {
    each("cores", |case| {
        let (key, input) = (case.array("key"), case.array("input"));
        let constants = case.array("constants");
        let (mut block, mut subkey) = ([0; 64], [0; 32]);
        let found = match case.text("function") {
            "hchacha20" => {
                chacha20::hchacha20_with(&key, &input, &constants, &mut subkey);
                &subkey[..]
            }
            "hsalsa20" => {
                xsalsa20::hsalsa20_with(&key, &input, &constants, &mut subkey);
                &subkey[..]
            }
            "salsa20" => {
                xsalsa20::core::<20>(&key, &input, &constants, &mut block);
                &block[..]
            }
            "salsa2012" => {
                xsalsa20::core::<12>(&key, &input, &constants, &mut block);
                &block[..]
            }
            "salsa208" => {
                xsalsa20::core::<8>(&key, &input, &constants, &mut block);
                &block[..]
            }
            other => panic!("unknown function {other}"),
        };
        same(found, &case.bytes("output"), || case.source());
    });
}

#[test]
fn xsalsa20poly1305() {
    all(&xsalsa20poly1305::PRIMITIVE, "seal", "xsalsa20poly1305", |run, case, context| {
        let (key, nonce) = (case.array("key"), case.array("nonce"));
        let (message, boxed) = (case.bytes("message"), case.bytes("boxed"));
        let mut sealed = vec![0; boxed.len()];
        run.seal(&key, &nonce, (), &mut sealed, &message);
        same(&sealed, &boxed, context);
        let mut opened = vec![0; message.len()];
        assert_eq!(run.open(&key, &nonce, (), &mut opened, &boxed), Ok(()), "{}", context());
        same(&opened, &message, context);
    });
}

#[test]
fn chacha20() {
    all(&chacha20::PRIMITIVE, "xor", "chacha20", |run, case, context| {
        let (key, nonce) = (case.array("key"), case.array("nonce"));
        let mut bytes = case.bytes("message");
        let counter = case.number("counter").unwrap();
        run.xor(&key, &nonce, counter, &mut bytes, Source::InPlace);
        same(&bytes, &case.bytes("ciphertext"), context);
    });
}

fn sealed<A, const N: usize, const NONCE: usize, const KEY: usize, const TAG: usize>(
    primitive: &'static Primitive<Ops<A, NONCE, KEY, TAG>>,
    name: &str,
    nonce_of: fn(&[u8; N]) -> [u8; NONCE],
    data: fn(&[u8]) -> A::Data<'_>,
) where
    A: Associated,
{
    all(primitive, "seal", name, |run, case, context| {
        let (key, nonce) = (case.array("key"), nonce_of(&case.array("nonce")));
        let (message, aad) = (case.bytes("message"), case.bytes("additional_data"));
        let sealed = [case.bytes("ciphertext"), case.bytes("tag")].concat();
        let mut found = vec![0; sealed.len()];
        run.seal(&key, &nonce, data(&aad), &mut found, &message);
        same(&found, &sealed, context);
        let mut opened = vec![0; message.len()];
        let verdict = run.open(&key, &nonce, data(&aad), &mut opened, &sealed);
        assert_eq!(verdict, Ok(()), "{}", context());
        same(&opened, &message, context);
    });
}

/// Checks the vectors of a primitive or of a variant of one.
macro_rules! sealed {
    ($module:ident, $name:literal) => {{
        use quicksalt::hazmat::$module::{PRIMITIVE, data, filled};
        sealed(&PRIMITIVE, $name, filled, |aad| data(aad));
    }};
}

#[test]
fn aead() {
    sealed!(aegis128l, "aegis128l");
    sealed!(aegis256, "aegis256");
    sealed!(xchacha20poly1305, "xchacha20poly1305");
    sealed!(chacha20poly1305_ietf, "chacha20poly1305-ietf");
    sealed!(chacha20poly1305_original, "chacha20poly1305");
}

#[test]
fn ed25519() {
    all(&ed25519::PRIMITIVE, "sign", "ed25519", |run, case, context| {
        let seed = case.array("seed");
        match case.text("operation") {
            "sign" => {
                let (message, public_key) = (case.bytes("message"), case.array("public_key"));
                let signature = case.array("signature");
                let key = run.signing_key(&seed);
                same(key.public_key(), &public_key, context);
                same(&run.public_key(&seed), &public_key, context);
                same(&key.sign(&message).unwrap(), &signature, context);
                let signed = ed25519::Signed {
                    signature: &signature,
                    message: &message,
                    public_key: &public_key,
                };
                assert_eq!(run.verify(&signed), Ok(()), "{}", context());
            }
            "to_x25519" => {
                let secret = ed25519::secret_to_x25519(&seed).unwrap();
                same(&secret, &case.bytes("secret_x25519"), context);
                if let Ok(public) = run.public_to_x25519(&run.public_key(&seed)) {
                    same(&public, &case.bytes("public_x25519"), context);
                }
            }
            other => panic!("unknown operation {other}"),
        }
    });
}
