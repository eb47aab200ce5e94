//! The crate lms-signature. It keeps the whole tree in memory and has no HSS: the number of levels
//! is put before its keys and signatures and taken off again.

use lms_signature::lms::{LmsSha256M32H5, LmsSha256M32H10, Signature, SigningKey, VerifyingKey};
use lms_signature::ots::{
    LmsOtsSha256N32W1, LmsOtsSha256N32W2, LmsOtsSha256N32W4, LmsOtsSha256N32W8,
};
use signature::{RandomizedSignerMut as _, Verifier as _};

use crate::draw;
use crate::peer::{Outcome, Peer, Size, Timed, timed};

/// One level, in a public key.
const LEVELS: [u8; 4] = [0, 0, 0, 1];
/// No level above, in a signature.
const ABOVE: [u8; 4] = [0; 4];

/// A key of one of the crate's types.
trait Key {
    fn sign(&mut self, message: &[u8]) -> Outcome<Vec<u8>>;
}

/// Tells whether public key, message and signature agree.
type Verify = fn(&[u8], &[u8], &[u8]) -> Option<()>;

/// The functions of one of the crate's types.
struct Mode {
    size: (u8, u8),
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
                size: $size,
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

/// The key made last, and the functions of its type.
#[derive(Default)]
pub struct LmsSignature {
    key: Option<(Box<dyn Key>, &'static Mode)>,
}

impl Peer for LmsSignature {
    fn name(&self) -> &str {
        "lms-signature 0.1.0-rc.2"
    }

    fn generate(&mut self, size: Size) -> Outcome<Timed<Vec<u8>>> {
        let mode = MODES.iter().find(|mode| mode.size == (size.height, size.width));
        let mode = mode.ok_or_else(|| format!("no type for {size:?}"))?;
        let made = timed(1, || Ok((mode.generate)()))?;
        let (key, public) = made.value;
        self.key = Some((key, mode));
        Ok(Timed { value: public, ns: made.ns })
    }

    fn sign(&mut self, message: &[u8], count: u32) -> Outcome<Timed<Vec<u8>>> {
        let (key, _) = self.key.as_mut().ok_or("no key was made")?;
        timed(count, || key.sign(message))
    }

    fn verify(
        &mut self,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
        count: u32,
    ) -> Outcome<Timed<bool>> {
        let (_, mode) = self.key.as_ref().ok_or("no key was made")?;
        timed(count, || Ok((mode.verify)(public_key, message, signature).is_some()))
    }
}
