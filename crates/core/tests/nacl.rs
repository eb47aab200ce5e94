//! NaCl's constructions: NaCl's own boxes, round trips between two parties, and refusals.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "common/mod.rs"]
mod common;

use quicksalt::hazmat::{chacha20, x25519};
use quicksalt::nacl::boxes::xchacha20poly1305 as xboxes;
use quicksalt::nacl::generichash::{self, Params};
use quicksalt::nacl::ristretto255::{Point, Scalar, StringHash};
use quicksalt::nacl::sealedbox::xchacha20poly1305 as xsealedbox;
use quicksalt::nacl::secretbox::xchacha20poly1305 as xsecretbox;
use quicksalt::nacl::{
    aead::xchacha20poly1305 as aead, auth, boxes, bytes, hash, kx, onetimeauth, sealedbox,
    secretbox, sign,
};
use quicksalt::{Error, Result};

use common::vectors::each;

/// The points of small order on Curve25519 and its twist (RFC 7748, section 6.1).
const SMALL_ORDER: [&str; 5] = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
];

#[test]
fn boxes_agree_with_nacl() {
    each("box", |case| {
        let secret = boxes::SecretKey::from(case.array("secret_key"));
        let public = boxes::PublicKey::from(case.array("public_key"));
        let shared = boxes::SharedKey::new(&public, &secret).unwrap();
        assert_eq!(shared.as_bytes(), &case.array("shared_key"));
        let (nonce, message) = (case.array("nonce"), case.bytes("message"));
        let boxed = shared.seal(&message, &nonce).unwrap();
        assert_eq!(boxed, case.bytes("boxed"));
        assert_eq!(shared.open(&boxed, &nonce).unwrap(), message);
    });
}

#[test]
fn boxes_over_xchacha20_agree_with_libsodium() {
    each("secretbox-xchacha20poly1305", |case| {
        let (key, nonce) = (xsecretbox::Key::from(case.array("key")), case.array("nonce"));
        let (message, boxed) = (case.bytes("message"), case.bytes("boxed"));
        assert_eq!(xsecretbox::seal(&message, &nonce, &key).unwrap(), boxed);
        assert_eq!(xsecretbox::open(&boxed, &nonce, &key).unwrap(), message);

        let (mut text, mut tag) = (vec![0; message.len()], [0; xsecretbox::TAG_LEN]);
        xsecretbox::seal_detached(&mut text, &mut tag, &message, &nonce, &key).unwrap();
        assert_eq!([&tag[..], &text].concat(), boxed);
        let mut opened = vec![0; text.len()];
        xsecretbox::open_detached(&mut opened, &tag, &text, &nonce, &key).unwrap();
        assert_eq!(opened, message);
    });
}

/// The key of a box over XChaCha20 is HChaCha20 of the product; NaCl's original uses HSalsa20.
#[test]
fn a_box_over_xchacha20_round_trips_and_has_its_own_key() {
    let [alice, bob] = [[1; 32], [2; 32]].map(boxes::SecretKey::from);
    let (here, there) = (alice.public_key().unwrap(), bob.public_key().unwrap());
    let shared = xboxes::SharedKey::new(&there, &alice).unwrap();
    assert_eq!(shared, xboxes::SharedKey::new(&here, &bob).unwrap());
    let product = x25519::scalarmult(alice.as_bytes(), there.as_bytes()).unwrap();
    let mut key = [0; 32];
    chacha20::hchacha20(&product, &mut key, &[0; 16]);
    assert_eq!(shared.as_bytes(), &key);

    let boxed = shared.seal(b"message", &[3; 24]).unwrap();
    assert_eq!(boxed, xsecretbox::seal(b"message", &[3; 24], &key.into()).unwrap());
    refuses_forgeries(&boxed, |boxed| shared.open(boxed, &[3; 24]));
    let old = boxes::SharedKey::new(&there, &alice).unwrap();
    assert_eq!(old.open(&boxed, &[3; 24]), Err(Error::Verification));
}

/// Changes each byte and truncates to each length: the error is always the same.
#[track_caller]
fn refuses_forgeries(sealed: &[u8], open: impl Fn(&[u8]) -> Result<Vec<u8>>) {
    assert_eq!(open(sealed).as_deref(), Ok(&b"message"[..]));
    for at in 0..sealed.len() {
        let mut forged = sealed.to_vec();
        forged[at] ^= 0x10;
        assert_eq!(open(&forged), Err(Error::Verification), "byte {at}");
        assert_eq!(open(&sealed[..at]), Err(Error::Verification), "cut to {at}");
    }
}

#[test]
fn forgeries_do_not_open() {
    let nonce = [3; 24];
    let key = secretbox::Key::from([1; 32]);
    let boxed = secretbox::seal(b"message", &nonce, &key).unwrap();
    refuses_forgeries(&boxed, |boxed| secretbox::open(boxed, &nonce, &key));

    let key = xsecretbox::Key::from([1; 32]);
    let boxed = xsecretbox::seal(b"message", &nonce, &key).unwrap();
    refuses_forgeries(&boxed, |boxed| xsecretbox::open(boxed, &nonce, &key));

    let key = aead::Key::from([1; 32]);
    let sealed = aead::seal(b"message", b"data", &nonce, &key).unwrap();
    refuses_forgeries(&sealed, |sealed| aead::open(sealed, b"data", &nonce, &key));
    assert_eq!(aead::open(&sealed, b"date", &nonce, &key), Err(Error::Verification));

    let secret = boxes::SecretKey::from([2; 32]);
    let public = secret.public_key().unwrap();
    let sealed = sealedbox::seal(b"message", &public).unwrap();
    refuses_forgeries(&sealed, |sealed| sealedbox::open(sealed, &public, &secret));
    let sealed = xsealedbox::seal(b"message", &public).unwrap();
    refuses_forgeries(&sealed, |sealed| xsealedbox::open(sealed, &public, &secret));

    let key = sign::SigningKey::from_seed(&sign::Seed::from([4; 32])).unwrap();
    let signed = key.sign(b"message").unwrap();
    refuses_forgeries(&signed, |signed| sign::open(signed, &key.public_key()).map(<[u8]>::to_vec));
}

#[test]
fn a_tag_verifies_only_its_message_and_key() {
    let (key, other) = (auth::Key::from([1; 32]), auth::Key::from([2; 32]));
    let tag = auth::tag(b"message", &key).unwrap();
    assert_eq!(auth::verify(&tag, b"message", &key), Ok(()));
    assert_eq!(auth::verify(&tag, b"massage", &key), Err(Error::Verification));
    assert_eq!(auth::verify(&tag, b"message", &other), Err(Error::Verification));
    let (key, other) = (onetimeauth::Key::from([1; 32]), onetimeauth::Key::from([2; 32]));
    let tag = onetimeauth::tag(b"message", &key).unwrap();
    assert_eq!(onetimeauth::verify(&tag, b"message", &key), Ok(()));
    assert_eq!(onetimeauth::verify(&tag, b"massage", &key), Err(Error::Verification));
    assert_eq!(onetimeauth::verify(&tag, b"message", &other), Err(Error::Verification));
}

#[test]
fn an_incremental_tag_verifies_only_its_message_and_key() {
    let (key, other) = (auth::Key::from([1; 32]), auth::Key::from([2; 32]));
    let tag = auth::tag(b"message", &key).unwrap();
    let mut mac = auth::init(&key).unwrap();
    mac.update(b"mess");
    let mut copy = mac.clone();
    mac.update(b"age");
    assert_eq!(mac.verify(&tag), Ok(()));
    copy.update(b"ages");
    assert_eq!(copy.verify(&tag), Err(Error::Verification));
    let mut mac = auth::init(&other).unwrap();
    mac.update(b"message");
    assert_eq!(format!("{mac:?}"), "Mac(..)");
    assert_eq!(mac.verify(&tag), Err(Error::Verification));
    let (key, other) = (onetimeauth::Key::from([1; 32]), onetimeauth::Key::from([2; 32]));
    let tag = onetimeauth::tag(b"message", &key).unwrap();
    for (key, message, verdict) in [
        (&key, b"message", Ok(())),
        (&key, b"massage", Err(Error::Verification)),
        (&other, b"message", Err(Error::Verification)),
    ] {
        let mut mac = onetimeauth::init(key).unwrap();
        message.chunks(3).for_each(|piece| mac.update(piece));
        assert_eq!(mac.verify(&tag), verdict);
    }
}

#[test]
fn key_agreement_refuses_points_of_small_order() {
    let secret = boxes::SecretKey::from([1; 32]);
    let own = secret.public_key().unwrap();
    for point in SMALL_ORDER {
        let weak = boxes::PublicKey::try_from(&hex::decode(point).unwrap()[..]).unwrap();
        let refused = Err(Error::WeakPublicKey);
        assert_eq!(boxes::SharedKey::new(&weak, &secret).map(drop), refused, "{point}");
        assert_eq!(xboxes::SharedKey::new(&weak, &secret).map(drop), refused, "{point}");
        assert_eq!(sealedbox::seal(b"message", &weak).map(drop), refused, "{point}");
        assert_eq!(kx::client(&own, &secret, &weak).map(drop), refused, "{point}");
        assert_eq!(kx::server(&own, &secret, &weak).map(drop), refused, "{point}");
        let mut forged = weak.as_bytes().to_vec();
        forged.extend([0; 20]);
        assert_eq!(sealedbox::open(&forged, &own, &secret), Err(Error::Verification), "{point}");
    }
}

#[test]
fn a_secret_key_with_mismatched_halves_is_refused() {
    let secret = sign::SecretKey::from_seed(&sign::Seed::from([1; 32])).unwrap();
    let mut mixed = *secret.as_bytes();
    mixed[40] ^= 1;
    let refused = sign::SigningKey::from_secret_key(&sign::SecretKey::from(mixed));
    assert_eq!(refused.map(drop), Err(Error::KeyMismatch));
    let key = sign::SigningKey::from_secret_key(&secret).unwrap();
    assert_eq!(key.public_key(), secret.public_key());
    assert_eq!(secret.seed(), sign::Seed::from([1; 32]));
    assert_eq!(secret.to_curve25519().unwrap().public_key(), secret.public_key().to_curve25519());
}

#[test]
fn outputs_of_a_wrong_length_are_refused() {
    let (nonce, key) = ([0; 24], secretbox::Key::from([1; 32]));
    let signer = sign::SigningKey::from_seed(&sign::Seed::from([4; 32])).unwrap();
    let public = boxes::SecretKey::from([2; 32]).public_key().unwrap();
    let ephemeral = boxes::SecretKey::from([3; 32]);
    let boxed = secretbox::seal(b"message", &nonce, &key).unwrap();
    let is_length = |result: Result<()>| matches!(result, Err(Error::Length { .. }));
    for len in [0, 6, 8, 22, 24, 47, 56, 70, 72] {
        let mut out = vec![0; len];
        assert!(is_length(secretbox::seal_into(&mut out, b"message", &nonce, &key)), "{len}");
        assert!(is_length(secretbox::open_into(&mut out, &boxed, &nonce, &key)), "{len}");
        assert!(is_length(xsecretbox::seal_into(&mut out, b"message", &nonce, &key)), "{len}");
        assert!(is_length(xsecretbox::open_into(&mut out, &boxed, &nonce, &key)), "{len}");
        assert!(is_length(signer.sign_into(&mut out, b"message")), "{len}");
        assert!(
            is_length(sealedbox::seal_into(&mut out, b"message", &public, &ephemeral)),
            "{len}"
        );
    }
    for len in [0, 65] {
        let mut out = vec![0; len];
        assert!(is_length(generichash::hash_into(&mut out, b"", &Params::default())), "{len}");
    }
    for params in [
        Params { key: &[0; 65], ..Params::default() },
        Params { salt: &[0; 17], ..Params::default() },
        Params { person: &[0; 17], ..Params::default() },
    ] {
        assert!(is_length(generichash::hash_into(&mut [0; 32], b"", &params)));
    }
}

#[test]
fn keys_compare_and_are_not_printed() {
    assert_eq!(secretbox::Key::from([1; 32]), secretbox::Key::try_from(&[1; 32][..]).unwrap());
    assert_ne!(secretbox::Key::from([1; 32]), secretbox::Key::from([2; 32]));
    assert_eq!(format!("{:?}", secretbox::Key::from([7; 32])), "Key(..)");
    assert!(!format!("{:?}", boxes::SecretKey::from([7; 32])).contains('7'));
    let shared = boxes::SharedKey::try_from(&[7; 32][..]).unwrap();
    assert!(!format!("{shared:?}").contains('7'));
    assert!(!format!("{:?}", Params { key: &[7; 32], ..Params::default() }).contains('7'));
    for len in [0, 31, 33] {
        let wrong = Error::Length { argument: "key", expected: "32", actual: len };
        assert_eq!(secretbox::Key::try_from(&vec![0; len][..]), Err(wrong));
    }
    assert_ne!(auth::Key::generate().unwrap(), auth::Key::generate().unwrap());
}

#[test]
fn session_keys_agree_crosswise_and_differ() {
    let client = kx::secret_key(&boxes::Seed::from([1; 32])).unwrap();
    let server = kx::secret_key(&boxes::Seed::from([2; 32])).unwrap();
    let (client_pk, server_pk) = (client.public_key().unwrap(), server.public_key().unwrap());
    let at_client = kx::client(&client_pk, &client, &server_pk).unwrap();
    let at_server = kx::server(&server_pk, &server, &client_pk).unwrap();
    assert_eq!(at_client.receive, at_server.send);
    assert_eq!(at_client.send, at_server.receive);
    assert_ne!(at_client.send, at_client.receive);
}

#[test]
fn each_parameter_changes_the_digest() {
    let digest = |params: Params<'_>| {
        let mut out = [0; 32];
        generichash::hash_into(&mut out, b"message", &params).unwrap();
        out
    };
    let plain = digest(Params::default());
    let mut seen = vec![plain];
    for params in [
        Params { key: b"k", ..Params::default() },
        Params { salt: b"k", ..Params::default() },
        Params { person: b"k", ..Params::default() },
    ] {
        assert!(!seen.contains(&digest(params)));
        seen.push(digest(params));
    }
    assert_eq!(plain, digest(Params { salt: &[0; 16], person: &[0; 3], ..Params::default() }));
}

#[test]
fn digests_differ_in_kind() {
    let (short, long) = (hash::sha256(b"abc").unwrap(), hash::sha512(b"abc").unwrap());
    assert_eq!(hex::encode(short)[..16], *"ba7816bf8f01cfea");
    assert_eq!(hex::encode(long)[..16], *"ddaf35a193617aba");
}

/// RFC 9497, appendix A.1.1: the blinded elements of both inputs.
#[test]
fn hashing_to_an_element_agrees_with_rfc_9497() {
    let blind = "64d37aed22a27f5191de1c1d69fadb899d8862b58eb4220029e036ec4c1f6706";
    let blind = Scalar::try_from(&hex::decode(blind).unwrap()[..]).unwrap();
    for (input, blinded) in [
        (&[0][..], "609a0ae68c15a3cf6903766461307e5c8bb2f95e7e6550e1ffa2dc99e412803c"),
        (&[0x5a; 17], "da27ef466870f5f15296299850aa088629945a17d1f5b7f5ff043f76b3c06418"),
    ] {
        let context = b"HashToGroup-OPRFV1-\x00-ristretto255-SHA512";
        let element = Point::from_string(context, input, StringHash::Sha512).unwrap();
        assert_eq!(hex::encode(element.mul(&blind).unwrap().as_bytes()), blinded);
        assert_ne!(Point::from_string(context, input, StringHash::Sha256).unwrap(), element);
    }
}

#[test]
fn a_scalar_is_canonical_below_the_order() {
    let mut one = [0; 32];
    one[0] = 1;
    let one = Scalar::from(one);
    let minus_one = one.negate().unwrap();
    assert!(minus_one.is_canonical() && one.is_canonical());
    let mut order = *minus_one.as_bytes();
    order[0] += 1;
    assert!(!Scalar::from(order).is_canonical());
    // The top byte is one less than the order's, and all other bytes are at their maximum.
    let mut below = [0xff; 32];
    below[31] = 0x0f;
    assert!(Scalar::from(below).is_canonical());
    below[31] = 0x10;
    assert!(!Scalar::from(below).is_canonical());
    assert!(!Scalar::from([0xff; 32]).is_canonical());
    assert!(Scalar::from([0; 32]).is_canonical());
}

#[test]
fn padding_round_trips() {
    for block in (1..20).chain([64, 100]) {
        for len in 0..40 {
            let message = common::sample_bytes(len);
            let mut padded = vec![0xff; bytes::padded_len(len, block).unwrap()];
            bytes::pad_into(&mut padded, &message);
            assert_eq!(padded.len() % block, 0);
            assert_eq!(bytes::unpadded_len(&padded, block), Some(len));
            padded[len] ^= 1;
            assert_eq!(bytes::unpadded_len(&padded, block), None);
        }
    }
    assert_eq!(bytes::padded_len(5, 0), None);
    assert_eq!(bytes::padded_len(usize::MAX, 2), None);
    assert_eq!(bytes::unpadded_len(&[0x80], 2), None);
    assert_eq!(bytes::unpadded_len(&[0x80, 0, 0], 0), None);
    assert_eq!(bytes::unpadded_len(&[1, 0, 0], 3), None);
}

#[test]
fn public_values_print_as_hexadecimal_and_secrets_do_not_print() {
    let key = sign::SigningKey::from_seed(&[0; 32].into()).unwrap();
    let public = "3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29";
    assert_eq!(format!("{:?}", key.public_key()), format!("PublicKey({public})"));
    let shown = format!("SigningKey {{ public_key: PublicKey({public}), .. }}");
    assert_eq!(format!("{key:?}"), shown);
    assert_eq!(format!("{:?}", key.seed()), "Seed(..)");
    let signature = sign::Signature::from([0x0f; 64]);
    assert_eq!(format!("{signature:?}"), format!("Signature({})", "0f".repeat(64)));
    assert_eq!(format!("{:?}", boxes::SecretKey::from([1; 32])), "SecretKey(..)");
}

#[test]
fn keys_and_signatures_convert_only_from_slices_of_their_length() {
    let signature = sign::Signature::try_from(&[7; 64][..]).unwrap();
    assert_eq!(AsRef::<[u8]>::as_ref(&signature), [7; 64]);
    assert_eq!(<[u8; 64]>::from(signature), [7; 64]);
    let wrong = Error::Length { argument: "signature", expected: "64", actual: 63 };
    assert_eq!(sign::Signature::try_from(&[7; 63][..]), Err(wrong));
    let wrong = Error::Length { argument: "point", expected: "32", actual: 0 };
    assert_eq!(quicksalt::nacl::ristretto255::Point::try_from(&[][..]), Err(wrong));
}

#[test]
fn a_generated_key_signs_what_its_public_key_verifies() {
    let key = sign::SigningKey::generate().unwrap();
    let again = sign::SigningKey::from_seed(key.seed()).unwrap();
    let signature = key.sign_detached(b"message").unwrap();
    assert_eq!(again.sign_detached(b"message").unwrap(), signature);
    assert_eq!(key.public_key().verify(b"message", &signature), Ok(()));
    assert_eq!(key.public_key().verify(b"massage", &signature), Err(Error::Verification));
    let pair = sign::SecretKey::from_seed(key.seed()).unwrap();
    let from_pair = sign::SigningKey::from_secret_key(&pair).unwrap();
    assert_eq!(from_pair.seed(), key.seed());
}

#[cfg(feature = "signature")]
#[test]
fn keys_have_the_traits_of_the_crate_signature() {
    use signature::{Keypair as _, SignatureEncoding as _, Signer, Verifier};
    fn exchange<S: signature::SignatureEncoding>(key: &impl Signer<S>, public: &impl Verifier<S>) {
        let signature = key.sign(b"message");
        assert!(public.verify(b"message", &signature).is_ok());
        assert!(public.verify(b"massage", &signature).is_err());
    }
    let key = sign::SigningKey::generate().unwrap();
    exchange::<sign::Signature>(&key, &key.verifying_key());
    assert_eq!(key.sign_detached(b"message").unwrap().to_bytes().len(), 64);
}
