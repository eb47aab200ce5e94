//! Keys, signatures and verification results of all parameter sets agree with the crate `fips205`.

use fips205::traits::{KeyGen, SerDes, Signer, Verifier};
use fips205::{CryptoRng, RngCore, RngError};

use super::super::{ParameterSet, SigningKey};
use crate::error::Error;

/// A random generator that returns the given bytes once.
struct Given<'a>(&'a [u8]);

impl RngCore for Given<'_> {
    fn next_u32(&mut self) -> u32 {
        panic!("only bytes are drawn")
    }

    fn next_u64(&mut self) -> u64 {
        panic!("only bytes are drawn")
    }

    fn fill_bytes(&mut self, out: &mut [u8]) {
        out.copy_from_slice(self.0.split_off(..out.len()).unwrap());
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), RngError> {
        self.fill_bytes(out);
        Ok(())
    }
}

impl CryptoRng for Given<'_> {}

/// Returns the message and the context with this number.
fn message(number: u8) -> (Vec<u8>, Vec<u8>) {
    let bytes = |len: u8| (0..len).map(|i| i ^ number.wrapping_mul(29)).collect();
    (bytes(number.wrapping_mul(67)), bytes([0, 255, 7][usize::from(number) % 3]))
}

/// Creates the same key with both implementations. For the first `signed` numbers both
/// implementations sign, with and without randomness; for the others `fips205` only verifies our
/// signature, because its signing is slow.
fn agree<G: KeyGen>(set: ParameterSet, numbers: core::ops::Range<u8>, signed: u8)
where
    G::PrivateKey: Signer<Signature: AsRef<[u8]>> + SerDes<ByteArray: AsRef<[u8]>>,
    G::PublicKey: SerDes<ByteArray: AsRef<[u8]>>,
    G::PublicKey: Verifier<Signature: for<'a> TryFrom<&'a [u8]>>,
{
    let seeds: Vec<u8> =
        (0..set.seeds_len()).map(|i| (i * i) as u8 ^ set.name().len() as u8).collect();
    let (public, secret) = G::try_keygen_with_rng(&mut Given(&seeds)).unwrap();
    let key = SigningKey::from_seeds(set, &seeds).unwrap();
    for number in numbers {
        let (message, context) = message(number);
        for randomness in [None, Some(&seeds[..set.n()])] {
            let signature = key.signature(&message, &context, randomness).unwrap();
            let genuine = |signature: &[u8]| {
                let parsed = signature.try_into().ok().unwrap();
                public.verify(&message, &parsed, &context)
            };
            assert!(genuine(&signature), "{} {number}", set.name());
            let mut damaged = signature.clone();
            damaged[usize::from(number) * 101] ^= 1;
            assert!(!genuine(&damaged), "{} {number}", set.name());
            let verdict = key.public_key().verify(&message, &context, &damaged);
            assert_eq!(verdict, Err(Error::Verification), "{} {number}", set.name());
            if number < signed {
                let mut drawn = Given(randomness.unwrap_or_default());
                let hedged = randomness.is_some();
                let theirs = secret.try_sign_with_rng(&mut drawn, &message, &context, hedged);
                assert!(theirs.unwrap().as_ref() == signature, "{} {number}", set.name());
                let verdict = key.public_key().verify(&message, &context, &signature);
                assert_eq!(verdict, Ok(()), "{} {number}", set.name());
            }
        }
    }
    assert_eq!(public.into_bytes().as_ref(), key.public_key().to_bytes(), "{}", set.name());
    assert_eq!(secret.into_bytes().as_ref(), &key.to_bytes()[..], "{}", set.name());
}

#[test]
fn fast_sets_agree_with_another_implementation() {
    use ParameterSet::{Sha2_128f, Sha2_192f, Sha2_256f, Shake_128f, Shake_192f, Shake_256f};
    agree::<fips205::slh_dsa_sha2_128f::KG>(Sha2_128f, 0..9, 2);
    agree::<fips205::slh_dsa_sha2_192f::KG>(Sha2_192f, 0..5, 1);
    agree::<fips205::slh_dsa_sha2_256f::KG>(Sha2_256f, 0..3, 1);
    agree::<fips205::slh_dsa_shake_128f::KG>(Shake_128f, 0..2, 1);
    agree::<fips205::slh_dsa_shake_192f::KG>(Shake_192f, 0..1, 1);
    agree::<fips205::slh_dsa_shake_256f::KG>(Shake_256f, 0..1, 1);
}

#[test]
fn small_sets_with_sha2_agree_with_another_implementation() {
    use ParameterSet::{Sha2_128s, Sha2_192s, Sha2_256s};
    agree::<fips205::slh_dsa_sha2_128s::KG>(Sha2_128s, 0..2, 1);
    agree::<fips205::slh_dsa_sha2_192s::KG>(Sha2_192s, 0..2, 0);
    agree::<fips205::slh_dsa_sha2_256s::KG>(Sha2_256s, 0..2, 0);
}

#[test]
#[ignore = "makes small signatures for half a minute"]
fn small_sets_agree_with_another_implementation() {
    use ParameterSet::{Sha2_192s, Sha2_256s, Shake_128s, Shake_192s, Shake_256s};
    agree::<fips205::slh_dsa_sha2_192s::KG>(Sha2_192s, 0..1, 1);
    agree::<fips205::slh_dsa_sha2_256s::KG>(Sha2_256s, 0..1, 1);
    agree::<fips205::slh_dsa_shake_128s::KG>(Shake_128s, 0..1, 1);
    agree::<fips205::slh_dsa_shake_192s::KG>(Shake_192s, 0..1, 1);
    agree::<fips205::slh_dsa_shake_256s::KG>(Shake_256s, 0..1, 1);
}
