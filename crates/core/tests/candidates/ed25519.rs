//! Ed25519 against libcrux's implementation, which is generated from the verified HACL*.

use quicksalt::Error;
use quicksalt::choose::sample_array;
use quicksalt::hazmat::ed25519::{PRIMITIVE, Signed};

use crate::common::candidates::subjects;
use crate::common::{lengths, same, sample_bytes, shapes};

fn peer_key(seed: &[u8; 32]) -> [u8; 32] {
    let mut public_key = [0; 32];
    libcrux_ed25519::secret_to_public(&mut public_key, seed);
    public_key
}

#[test]
fn keys_agree_with_libcrux() {
    for subject in subjects(&PRIMITIVE, "keypair") {
        for number in 0..512 {
            let seed = sample_array(number);
            same(&subject.run.public_key(&seed), &peer_key(&seed), || {
                format!("{}, seed {number}", subject.name)
            });
        }
    }
}

#[test]
fn signatures_agree_with_libcrux() {
    shapes::message(
        &PRIMITIVE,
        "sign",
        |run, message, number| {
            let key = run.signing_key(&sample_array(number));
            same(key.public_key(), &peer_key(&sample_array(number)), || "public key".into());
            key.sign(message).unwrap().to_vec()
        },
        |message, number| libcrux_ed25519::sign(message, &sample_array(number)).unwrap().to_vec(),
    );
}

#[test]
fn genuine_signatures_verify_and_changed_ones_do_not() {
    let subjects = subjects(&PRIMITIVE, "verify");
    for len in lengths() {
        let seed = sample_array(len as u64);
        let (mut message, mut public_key) = (sample_bytes(len), peer_key(&seed));
        let mut signature = libcrux_ed25519::sign(&message, &seed).unwrap();
        for subject in &subjects {
            let verdict = |signature: &_, message: &[u8], public_key: &_| {
                subject.run.verify(&Signed { signature, message, public_key })
            };
            let context = format!("{}, {len} bytes", subject.name);
            assert_eq!(verdict(&signature, &message, &public_key), Ok(()), "{context}");
            let (at, bit) = (len % 64, 1 << (len % 8));
            signature[at] ^= bit;
            let forged = verdict(&signature, &message, &public_key);
            assert_eq!(forged, Err(Error::Verification), "{context}, signature byte {at}");
            signature[at] ^= bit;
            public_key[at / 2] ^= bit;
            let forged = verdict(&signature, &message, &public_key);
            assert_eq!(forged, Err(Error::Verification), "{context}, key byte {}", at / 2);
            public_key[at / 2] ^= bit;
            for at in [0, len / 2, len.saturating_sub(1)].into_iter().filter(|&at| at < len) {
                message[at] ^= bit;
                let forged = verdict(&signature, &message, &public_key);
                assert_eq!(forged, Err(Error::Verification), "{context}, message byte {at}");
                message[at] ^= bit;
            }
        }
    }
}

#[test]
fn a_batch_verifies_only_if_every_signature_does() {
    for subject in subjects(&PRIMITIVE, "verify_batch") {
        for count in (0..=40).chain([63, 64, 65, 128, 200, 257]) {
            let seeds: Vec<[u8; 32]> = (0..count).map(|i| sample_array(i / 3)).collect();
            let messages: Vec<_> =
                (0..count).map(|i| sample_bytes((i * 37 % 300) as usize)).collect();
            let keys: Vec<_> = seeds.iter().map(peer_key).collect();
            let mut signatures: Vec<_> = seeds
                .iter()
                .zip(&messages)
                .map(|(s, m)| libcrux_ed25519::sign(m, s).unwrap())
                .collect();
            let verdict = |signatures: &[[u8; 64]]| {
                let signed = signatures.iter().zip(&messages).zip(&keys);
                let batch: Vec<_> = signed
                    .map(|((signature, message), public_key)| Signed {
                        signature,
                        message,
                        public_key,
                    })
                    .collect();
                subject.run.verify_batch(&batch)
            };
            let context = format!("{}, batch of {count}", subject.name);
            assert_eq!(verdict(&signatures), Ok(()), "{context}");
            for forged in [0, count / 2, count.saturating_sub(1)] {
                let Some(signature) = signatures.get_mut(forged as usize) else { continue };
                signature[(forged % 64) as usize] ^= 1;
                let verdict_of_forged = verdict(&signatures);
                assert_eq!(verdict_of_forged, Err(Error::Verification), "{context}, {forged}");
                signatures[forged as usize][(forged % 64) as usize] ^= 1;
            }
            if count >= 2 {
                signatures.swap(0, (count - 1) as usize);
                assert_eq!(verdict(&signatures), Err(Error::Verification), "{context}, swapped");
            }
        }
    }
}

/// The converted point is the X25519 public key of the clamped hash of the seed.
#[test]
fn converted_keys_agree_with_x25519() {
    use sha2::Digest as _;
    for subject in subjects(&PRIMITIVE, "to_x25519") {
        for number in 0..256 {
            let seed: [u8; 32] = sample_array(number);
            let digest = sha2::Sha512::digest(seed);
            let mut expected = [0; 32];
            libcrux_curve25519::secret_to_public(&mut expected, digest[..32].try_into().unwrap());
            same(&subject.run.public_to_x25519(&peer_key(&seed)).unwrap(), &expected, || {
                format!("{}, seed {number}", subject.name)
            });
        }
    }
}
