//! Tests every construction that handles a secret, both with the selected candidates and with
//! portable candidates.

use quicksalt::hazmat::{PRIMITIVES, x25519, xsalsa20};
use quicksalt::nacl::{
    auth, boxes, generichash, kx, onetimeauth, random, scalarmult, sealedbox, secretbox,
    secretstream, shorthash, sign, stream,
};
use zeroize::Zeroize as _;

use crate::child::{made, nothing_is_left};
use crate::ciphers::{
    NONCE, poly1305_input, sealed_secretbox, secretbox, secretbox_input, xsalsa20_input,
};
use crate::curves::{ed25519_input, point, x25519_input, x25519_secrets};
use crate::derivation::{
    derive_from_key, hkdf_expand, hkdf_expand_input, hkdf_sha256, hkdf_sha256_input, hkdf_sha512,
    hkdf_sha512_input, kdf_input, pbkdf2_sha256, pbkdf2_sha256_input, pbkdf2_sha512,
    pbkdf2_sha512_input,
};
use crate::hashes::blake2b_input;
use crate::known::CHOSEN;
use crate::macs::{
    hmac_sha256_input, hmac_sha512_256_input, hmac_sha512_input, siphash24_input, siphashx24_input,
};
use crate::primitives::{LENGTHS, first};
use crate::secrets::{Secrets, drawn, drawn_message};
use crate::{Case, case};
use crate::{ciphers, sponges};

const CASES: &[Case] = &[
    case("auth::tag", hmac_sha512_256_input, |_, input| {
        let (key, message) = input.split_at(32);
        auth::tag(message, &made(key)).unwrap();
    }),
    case("auth::verify", hmac_sha512_256_input, |_, input| {
        let (key, message) = input.split_at(32);
        assert!(auth::verify(&[0; 32], message, &made(key)).is_err());
    }),
    case("auth::hmac_sha256", hmac_sha256_input, |_, input| {
        let (key, message) = input.split_at(64);
        auth::hmac_sha256(message, &key[..32]).unwrap();
        assert!(auth::hmac_sha256_verify(&[0; 32], message, &key[..32]).is_err());
    }),
    case("auth::hmac_sha512", hmac_sha512_input, |_, input| {
        let (key, message) = input.split_at(128);
        auth::hmac_sha512(message, &key[..64]).unwrap();
        assert!(auth::hmac_sha512_verify(&[0; 64], message, &key[..64]).is_err());
    }),
    case("boxes::SecretKey::from_seed", box_seed, |_, input| {
        let seed = made(input);
        assert!(boxes::SecretKey::from_seed(&seed).is_ok());
    }),
    case("boxes::SecretKey::public_key", x25519_input, |_, input| {
        let secret = made::<boxes::SecretKey>(&input[..32]);
        secret.public_key().unwrap();
    }),
    case("boxes::SharedKey", box_input, |_, input| {
        let ((private, rest), public) = (first::<32>(input), point());
        let secret = made::<boxes::SecretKey>(private);
        let shared = boxes::SharedKey::new(&public.into(), &secret);
        let shared = shared.as_ref().unwrap();
        let boxed = shared.seal(&rest[32..], &NONCE).unwrap();
        shared.open(&boxed, &NONCE).unwrap().zeroize();
        assert!(shared.open(&forged(&boxed), &NONCE).is_err());
    }),
    case("cores::salsa20", ciphers::cores_input, ciphers::cores),
    case("cores::Keccak1600", sponges::state_input, sponges::keccak1600),
    case("generichash::hash_into", blake2b_input, generichash),
    case("hkdf::sha256", hkdf_sha256_input, hkdf_sha256),
    case("hkdf::sha512", hkdf_sha512_input, hkdf_sha512),
    case("hkdf::sha256_expand", hkdf_expand_input, hkdf_expand),
    case("kdf::derive_from_key", kdf_input, derive_from_key),
    case("kx::client", kx_input, |_, input| {
        let (private, public) = first::<32>(input);
        let secret = made::<boxes::SecretKey>(private);
        assert!(kx::client(&public.try_into().unwrap(), &secret, &point().into()).is_ok());
    }),
    case("kx::server", kx_input, |_, input| {
        let (private, public) = first::<32>(input);
        let secret = made::<boxes::SecretKey>(private);
        assert!(kx::server(&public.try_into().unwrap(), &secret, &point().into()).is_ok());
    }),
    case("kx::secret_key", kx_seed, |_, input| {
        let seed = made(input);
        assert!(kx::secret_key(&seed).is_ok());
    }),
    case("onetimeauth::tag", poly1305_input, |_, input| {
        let (key, message) = input.split_at(32);
        onetimeauth::tag(message, &made(key)).unwrap();
    }),
    case("onetimeauth::verify", poly1305_input, |_, input| {
        let (key, message) = input.split_at(32);
        assert!(onetimeauth::verify(&[0; 16], message, &made(key)).is_err());
    }),
    case("pbkdf2::sha256", pbkdf2_sha256_input, pbkdf2_sha256),
    case("pbkdf2::sha512", pbkdf2_sha512_input, pbkdf2_sha512),
    case("random::deterministic", random_input, |_, input| {
        let mut out = [0; 40];
        random::deterministic(&mut out, &made(input)).unwrap();
        out.zeroize();
    }),
    case("scalarmult::scalarmult", x25519_input, |_, input| {
        let (scalar, point) = first(input);
        let mut product = scalarmult::scalarmult(scalar, first(point).0);
        product.as_mut().unwrap().zeroize();
        scalarmult::base(scalar).unwrap();
    }),
    case("sealedbox::seal_into", sealedbox_input, |_, input| {
        let (ephemeral, message) = input.split_at(32);
        let ephemeral = made(ephemeral);
        let mut sealed = vec![0; message.len() + sealedbox::OVERHEAD];
        sealedbox::seal_into(&mut sealed, message, &point().into(), &ephemeral).unwrap();
    }),
    case("sealedbox::open", sealed_sealedbox, |_, input| {
        let (private, rest) = first::<32>(input);
        let (public, sealed) = rest.split_at(32);
        let public = public.try_into().unwrap();
        let secret = made::<boxes::SecretKey>(private);
        sealedbox::open(sealed, &public, &secret).unwrap().zeroize();
        assert!(sealedbox::open(&forged(sealed), &public, &secret).is_err());
    }),
    case("secretbox::seal", secretbox_input, |_, input| {
        let (key, message) = input.split_at(32);
        secretbox::seal(message, &NONCE, &made(key)).unwrap();
    }),
    case("secretbox::open", sealed_secretbox, |_, input| {
        let (key, boxed) = input.split_at(32);
        secretbox::open(boxed, &NONCE, &made(key)).unwrap().zeroize();
    }),
    case("secretbox::open of a forgery", sealed_secretbox, |_, input| {
        let (key, boxed) = input.split_at(32);
        assert!(secretbox::open(&forged(boxed), &NONCE, &made(key)).is_err());
    }),
    case("secretstream::Push", secretstream_input, |_, input| {
        let (key, message) = input.split_at(32);
        let mut push = secretstream::Push::with_header(&NONCE, &made(key)).unwrap();
        push.push(message, b"aad", secretstream::TAG_REKEY).unwrap();
    }),
    case("secretstream::Pull", secretstream_sealed, |_, input| {
        let (key, sealed) = input.split_at(32);
        let mut pull = secretstream::Pull::new(&NONCE, &made(key)).unwrap();
        pull.pull(sealed, b"aad").unwrap().0.zeroize();
    }),
    case("shorthash::siphash24", siphash24_input, |_, input| {
        let (key, message) = input.split_at(16);
        shorthash::siphash24(message, &made(key)).unwrap();
    }),
    case("shorthash::siphashx24", siphashx24_input, |_, input| {
        let (key, message) = input.split_at(16);
        shorthash::siphashx24(message, &made(key)).unwrap();
    }),
    case("sign::SecretKey", ed25519_input, |_, input| {
        let seed = made(&input[..32]);
        let secret = sign::SecretKey::from_seed(&seed);
        assert!(secret.as_ref().unwrap().to_curve25519().is_ok());
    }),
    case("sign::SigningKey", ed25519_input, |_, input| {
        let (seed, message) = input.split_at(32);
        let seed = made(seed);
        let secret = sign::SecretKey::from_seed(&seed);
        let key = sign::SigningKey::from_secret_key(secret.as_ref().unwrap());
        key.as_ref().unwrap().sign(message).unwrap();
    }),
    case("stream::xor_into", xsalsa20_input, |_, input| {
        let (key, message) = input.split_at(32);
        let mut out = vec![0; message.len()];
        stream::xor_into(&mut out, message, &NONCE, &made(key)).unwrap();
    }),
];

/// The cases of all constructions.
pub(crate) fn cases() -> impl Iterator<Item = &'static Case> {
    let shaped = crate::aead::CONSTRUCTIONS.iter().copied().flatten();
    CASES
        .iter()
        .chain(crate::keyfiles::CASES)
        .chain(crate::xboxes::CASES)
        .chain(crate::ipcrypt::CONSTRUCTIONS)
        .chain(crate::kem::CONSTRUCTIONS)
        .chain(crate::prepared::CASES)
        .chain(crate::strings::CASES)
        .chain(shaped)
}

#[test]
#[cfg_attr(debug_assertions, ignore = "needs a release build: make traces")]
fn no_construction_leaves_a_secret() {
    let portable: Vec<_> = PRIMITIVES.iter().map(|p| format!("{}=portable", p.name())).collect();
    nothing_is_left(cases().flat_map(|case| {
        let by = [(CHOSEN, String::new()), ("portable", portable.join(","))];
        by.into_iter().flat_map(move |(by, uses)| {
            LENGTHS.iter().map(move |&len| (case, by.into(), uses.clone(), len))
        })
    }));
}

/// Flips a bit near the end of a sealed message.
pub(crate) fn forged(sealed: &[u8]) -> Vec<u8> {
    let mut forged = sealed.to_vec();
    *forged.last_mut().unwrap() ^= 1;
    forged
}

fn box_seed(_: usize) -> (Vec<u8>, Secrets) {
    let seed = drawn::<32>(1);
    let expanded = quicksalt::hazmat::sha512::hash(&[&seed]).unwrap();
    let secrets = Secrets::default().bytes("seed", &seed).bytes("expanded seed", &expanded);
    (seed.into(), secrets)
}

/// Returns a secret key, the other party's public key, and a message.
fn box_input(len: usize) -> (Vec<u8>, Secrets) {
    let (private, message) = (drawn(1), drawn_message(len));
    let shared = x25519::scalarmult(&private, &point()).unwrap();
    let secrets =
        x25519_secrets(&private).and(secretbox(&xsalsa20::hsalsa20(&shared, &[0; 16]), &message).1);
    ([&private[..], &point(), &message].concat(), secrets)
}

fn generichash(_: &str, input: &[u8]) {
    let (key, message) = input.split_at(32);
    let params = generichash::Params { key, salt: &[2; 16], person: &[3; 16] };
    let mut digest = [0; 64];
    generichash::hash_into(&mut digest, message, &params).unwrap();
    digest.zeroize();
}

/// Returns a secret key, and the secrets of a key exchange. A single digest contains both session
/// keys.
fn kx_input(_: usize) -> (Vec<u8>, Secrets) {
    let private = drawn(1);
    let shared = x25519::scalarmult(&private, &point()).unwrap();
    let own = x25519::base(&private).unwrap();
    let secrets =
        [[own, point()], [point(), own]].iter().fold(x25519_secrets(&private), |secrets, keys| {
            let (mut digest, message) = ([0; 64], [shared, keys[0], keys[1]].concat());
            generichash::hash_into(&mut digest, &message, &Default::default()).unwrap();
            secrets.bytes("session keys", &digest)
        });
    ([private, own].concat(), secrets)
}

fn kx_seed(_: usize) -> (Vec<u8>, Secrets) {
    let (seed, mut digest) = (drawn::<32>(1), [0; 32]);
    generichash::hash_into(&mut digest, &seed, &Default::default()).unwrap();
    (seed.into(), Secrets::default().bytes("seed", &seed).bytes("secret key", &digest))
}

fn random_input(len: usize) -> (Vec<u8>, Secrets) {
    let (seed, mut out) = (drawn::<32>(1), vec![0; len]);
    random::deterministic(&mut out, &seed.into()).unwrap();
    (seed.into(), Secrets::default().key("seed", &seed).bytes("output", &out))
}

/// Returns an ephemeral secret key and a message.
fn sealedbox_input(len: usize) -> (Vec<u8>, Secrets) {
    let (mut input, secrets) = box_input(len);
    input.drain(32..64);
    (input, secrets)
}

/// Returns a secret key, and a message sealed to the corresponding public key.
fn sealed_sealedbox(len: usize) -> (Vec<u8>, Secrets) {
    let (private, message) = (drawn(1), drawn_message(len));
    let (mut sealed, public) = (vec![0; len + sealedbox::OVERHEAD], x25519::base(&private));
    let public = public.unwrap().into();
    sealedbox::seal_into(&mut sealed, &message, &public, &[9; 32].into()).unwrap();
    let secrets = x25519_secrets(&private).bytes("message", &message);
    ([&private[..], public.as_bytes(), &sealed].concat(), secrets)
}

/// Returns the key, the first message's key and keystream, and the message.
fn secretstream_secrets(key: &[u8; 32], message: &[u8]) -> Secrets {
    let mut subkey = [0; 32];
    quicksalt::hazmat::chacha20::hchacha20(key, &mut subkey, first(&NONCE).0);
    let (mut nonce, mut stream) = ([24; 12], vec![0; 128 + message.len()]);
    nonce[..4].copy_from_slice(&[1, 0, 0, 0]);
    quicksalt::hazmat::chacha20::stream(&subkey, &nonce, 0, &mut stream).unwrap();
    Secrets::default()
        .key("key", key)
        .key("subkey", &subkey)
        .bytes("stream", &stream)
        .bytes("message", message)
}

fn secretstream_input(len: usize) -> (Vec<u8>, Secrets) {
    let (key, message) = (drawn(1), drawn_message(len));
    ([&key[..], &message].concat(), secretstream_secrets(&key, &message))
}

fn secretstream_sealed(len: usize) -> (Vec<u8>, Secrets) {
    let (key, message) = (drawn(1), drawn_message(len));
    let mut push = secretstream::Push::with_header(&NONCE, &key.into()).unwrap();
    let sealed = push.push(&message, b"aad", secretstream::TAG_REKEY).unwrap();
    ([&key[..], &sealed].concat(), secretstream_secrets(&key, &message))
}
