//! The crate lms-signature. It stores the whole tree in memory and does not implement HSS: this
//! module adds the number of levels to keys and signatures and removes it again.

use lms_signature::lms::{LmsSha256M32H5, LmsSha256M32H10, Signature, SigningKey, VerifyingKey};
use lms_signature::ots::{
    LmsOtsSha256N32W1, LmsOtsSha256N32W2, LmsOtsSha256N32W4, LmsOtsSha256N32W8,
};
use quicksalt_child::Outcome;
use signature::{RandomizedSignerMut as _, Verifier as _};

use crate::draw;
use crate::lms::{Peer, Size};

/// The HSS prefix of a public key: one level.
const LEVELS: [u8; 4] = [0, 0, 0, 1];
/// The HSS prefix of a signature: no upper levels.
const ABOVE: [u8; 4] = [0; 4];

/// A key of any of the crate's types.
trait Key {
    fn sign(&mut self, message: &[u8]) -> Outcome<Vec<u8>>;
}

/// Verifies a signature; the arguments are public key, message and signature.
type Verify = fn(&[u8], &[u8], &[u8]) -> Option<()>;

/// The functions for one of the crate's types.
struct Mode {
    size: Size,
    generate: fn() -> (Box<dyn Key>, Vec<u8>),
    verify: Verify,
}

macro_rules! modes {
    ($($size:expr, $mode:ty;)*) => {
        $(
            impl Key for SigningKey<$mode> {
                fn sign(&mut self, message: &[u8]) -> Outcome<Vec<u8>> {
                    let signature = self.try_sign_with_rng(&mut draw(), message)?;
                    Ok([&ABOVE[..], &Vec::from(signature)].concat())
                }
            }
        )*

        const MODES: &[Mode] = &[$(
            Mode {
                size: { let (height, width) = $size; Size { height, width } },
                generate: || {
                    let key = SigningKey::<$mode>::new(&mut draw());
                    let public: digest::array::Array<u8, _> = key.public().into();
                    let public = [&LEVELS[..], &public].concat();
                    (Box::new(key), public)
                },
                verify: |public_key, message, signature| {
                    let public_key = public_key.strip_prefix(&LEVELS)?;
                    let signature = signature.strip_prefix(&ABOVE)?;
                    let key = VerifyingKey::<$mode>::try_from(public_key).ok()?;
                    let signature = Signature::<$mode>::try_from(signature).ok()?;
                    key.verify(message, &signature).ok()
                },
            },
        )*];
    };
}

modes! {
    (5, 1), LmsSha256M32H5<LmsOtsSha256N32W1>;
    (5, 2), LmsSha256M32H5<LmsOtsSha256N32W2>;
    (5, 4), LmsSha256M32H5<LmsOtsSha256N32W4>;
    (5, 8), LmsSha256M32H5<LmsOtsSha256N32W8>;
    (10, 1), LmsSha256M32H10<LmsOtsSha256N32W1>;
    (10, 2), LmsSha256M32H10<LmsOtsSha256N32W2>;
    (10, 4), LmsSha256M32H10<LmsOtsSha256N32W4>;
    (10, 8), LmsSha256M32H10<LmsOtsSha256N32W8>;
}

/// The latest key.
#[derive(Default)]
pub struct LmsSignature {
    key: Option<Box<dyn Key>>,
}

/// The functions for a size; a type exists for every size of a task.
fn mode(size: Size) -> Outcome<&'static Mode> {
    let found = MODES.iter().find(|mode| mode.size == size);
    Ok(found.ok_or_else(|| format!("unsupported {size:?}"))?)
}

impl Peer for LmsSignature {
    fn version(&self) -> &'static str {
        "lms-signature 0.1.0-rc.2"
    }

    fn generate(&mut self, size: Size) -> Outcome<Vec<u8>> {
        let (key, public_key) = (mode(size)?.generate)();
        self.key = Some(key);
        Ok(public_key)
    }

    fn sign(&mut self, message: &[u8]) -> Outcome<Vec<u8>> {
        self.key.as_mut().ok_or("generate a key first")?.sign(message)
    }

    fn verify(&self, size: Size, public_key: &[u8], message: &[u8], signature: &[u8]) -> bool {
        mode(size).is_ok_and(|mode| (mode.verify)(public_key, message, signature).is_some())
    }
}
