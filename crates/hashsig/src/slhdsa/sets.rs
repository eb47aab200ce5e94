//! The parameter sets (FIPS 205, table 2) and what `fips205` has for each.

use alloc::sync::Arc;
use alloc::vec::Vec;

use fips205::traits::{KeyGen, SerDes, Signer, Verifier};
use quicksalt::Wiped;
use zeroize::{Zeroize, Zeroizing};

use super::drawn::Drawn;

/// A secret key of some set, prepared. It wipes itself.
pub(super) trait Secret: Send + Sync {
    /// Signs, with `n` bytes of randomness or the deterministic variant with none. `None` if the
    /// context is longer than 255 bytes or the randomness shorter than `n`.
    fn sign(&self, message: &[u8], context: &[u8], randomness: Option<&[u8]>) -> Option<Vec<u8>>;
    fn public_key(&self) -> Vec<u8>;
    fn to_bytes(&self) -> Wiped<Vec<u8>>;
}

/// The functions of one set.
pub(super) struct Ops {
    /// The key of SK.seed, SK.prf and PK.seed one after another.
    pub(super) from_seeds: fn(&[u8]) -> Option<Arc<dyn Secret>>,
    /// The key of an encoding; `None` unless its parts belong together.
    pub(super) from_bytes: fn(&[u8]) -> Option<Arc<dyn Secret>>,
    /// Public key, message, context, signature.
    pub(super) verify: fn(&[u8], &[u8], &[u8], &[u8]) -> bool,
}

macro_rules! sets {
    ($($(#[$doc:meta])* $set:ident = $name:literal, $n:literal, $signature_len:literal, $module:ident;)*) => {
        /// A parameter set. 128, 192 and 256 are the levels of security in bits, `s` is for small
        /// signatures, `f` for fast signing.
        #[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
        #[allow(non_camel_case_types, reason = "the names of FIPS 205")]
        pub enum ParameterSet {
            $($(#[$doc])* $set,)*
        }

        impl ParameterSet {
            /// All sets in the order of FIPS 205.
            pub const ALL: [Self; 12] = [$(Self::$set),*];

            /// Its name in FIPS 205.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$set => $name,)* }
            }

            /// `n`: bytes of a hash.
            #[must_use]
            pub const fn n(self) -> usize {
                match self { $(Self::$set => $n,)* }
            }

            /// Bytes of a signature.
            #[must_use]
            pub const fn signature_len(self) -> usize {
                match self { $(Self::$set => $signature_len,)* }
            }

            pub(super) const fn ops(self) -> &'static Ops {
                match self {
                    $(Self::$set => &Ops {
                        from_seeds: from_seeds::<fips205::$module::KG>,
                        from_bytes: from_bytes::<fips205::$module::PrivateKey>,
                        verify: verify::<fips205::$module::PublicKey>,
                    },)*
                }
            }
        }
    };
}

sets! {
    /// SLH-DSA-SHA2-128s.
    Sha2_128s = "SLH-DSA-SHA2-128s", 16, 7856, slh_dsa_sha2_128s;
    /// SLH-DSA-SHAKE-128s.
    Shake_128s = "SLH-DSA-SHAKE-128s", 16, 7856, slh_dsa_shake_128s;
    /// SLH-DSA-SHA2-128f.
    Sha2_128f = "SLH-DSA-SHA2-128f", 16, 17088, slh_dsa_sha2_128f;
    /// SLH-DSA-SHAKE-128f.
    Shake_128f = "SLH-DSA-SHAKE-128f", 16, 17088, slh_dsa_shake_128f;
    /// SLH-DSA-SHA2-192s.
    Sha2_192s = "SLH-DSA-SHA2-192s", 24, 16224, slh_dsa_sha2_192s;
    /// SLH-DSA-SHAKE-192s.
    Shake_192s = "SLH-DSA-SHAKE-192s", 24, 16224, slh_dsa_shake_192s;
    /// SLH-DSA-SHA2-192f.
    Sha2_192f = "SLH-DSA-SHA2-192f", 24, 35664, slh_dsa_sha2_192f;
    /// SLH-DSA-SHAKE-192f.
    Shake_192f = "SLH-DSA-SHAKE-192f", 24, 35664, slh_dsa_shake_192f;
    /// SLH-DSA-SHA2-256s.
    Sha2_256s = "SLH-DSA-SHA2-256s", 32, 29792, slh_dsa_sha2_256s;
    /// SLH-DSA-SHAKE-256s.
    Shake_256s = "SLH-DSA-SHAKE-256s", 32, 29792, slh_dsa_shake_256s;
    /// SLH-DSA-SHA2-256f.
    Sha2_256f = "SLH-DSA-SHA2-256f", 32, 49856, slh_dsa_sha2_256f;
    /// SLH-DSA-SHAKE-256f.
    Shake_256f = "SLH-DSA-SHAKE-256f", 32, 49856, slh_dsa_shake_256f;
}

impl ParameterSet {
    /// Bytes of a public key.
    #[must_use]
    pub const fn public_key_len(self) -> usize {
        2 * self.n()
    }

    /// Bytes of a secret key.
    #[must_use]
    pub const fn secret_key_len(self) -> usize {
        4 * self.n()
    }

    /// Bytes of the seeds that a key is made of: SK.seed, SK.prf and PK.seed.
    #[must_use]
    pub const fn seeds_len(self) -> usize {
        3 * self.n()
    }
}

/// A secret key of one type of `fips205`.
struct Typed<K>(K);

impl<K> Secret for Typed<K>
where
    K: Signer<Signature: AsRef<[u8]>, PublicKey: SerDes<ByteArray: AsRef<[u8]>>>,
    K: SerDes<ByteArray: AsRef<[u8]> + Zeroize> + Clone + Send + Sync,
{
    fn sign(&self, message: &[u8], context: &[u8], randomness: Option<&[u8]>) -> Option<Vec<u8>> {
        let mut drawn = Drawn::new(randomness.unwrap_or_default());
        let hedged = randomness.is_some();
        let signature = self.0.try_sign_with_rng(&mut drawn, message, context, hedged).ok()?;
        (!drawn.failed()).then(|| signature.as_ref().to_vec())
    }

    fn public_key(&self) -> Vec<u8> {
        self.0.get_public_key().into_bytes().as_ref().to_vec()
    }

    fn to_bytes(&self) -> Wiped<Vec<u8>> {
        let bytes = Zeroizing::new(self.0.clone().into_bytes());
        Wiped::new((*bytes).as_ref().to_vec())
    }
}

fn from_seeds<G>(seeds: &[u8]) -> Option<Arc<dyn Secret>>
where
    G: KeyGen<PrivateKey: 'static>,
    Typed<G::PrivateKey>: Secret,
{
    let mut drawn = Drawn::new(seeds);
    let (_, secret) = G::try_keygen_with_rng(&mut drawn).ok()?;
    (!drawn.failed()).then(|| -> Arc<dyn Secret> { Arc::new(Typed(secret)) })
}

fn from_bytes<K>(bytes: &[u8]) -> Option<Arc<dyn Secret>>
where
    K: SerDes<ByteArray: for<'a> TryFrom<&'a [u8]>> + 'static,
    Typed<K>: Secret,
{
    let secret = K::try_from_bytes(bytes.try_into().ok()?).ok()?;
    Some(Arc::new(Typed(secret)))
}

fn verify<K>(key: &[u8], message: &[u8], context: &[u8], signature: &[u8]) -> bool
where
    K: SerDes<ByteArray: for<'a> TryFrom<&'a [u8]>>,
    K: Verifier<Signature: for<'a> TryFrom<&'a [u8]>>,
{
    let key = key.try_into().ok().and_then(|bytes| K::try_from_bytes(bytes).ok());
    let signature = signature.try_into().ok();
    key.zip(signature).is_some_and(|(key, signature)| key.verify(message, &signature, context))
}
