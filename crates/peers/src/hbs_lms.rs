//! The crate hbs-lms. It signs with auxiliary data, a cache of the upper tree nodes.

use hbs_lms::{HssParameter, LmotsAlgorithm, LmsAlgorithm, Seed, Sha256_256, SigningKey};
use quicksalt_child::Outcome;
use rand_core::Rng as _;

use crate::draw;
use crate::lms::{Peer, Size};

/// Bytes available for auxiliary data; the crate may use less.
const AUXILIARY: usize = 100_000;

/// The latest key with its auxiliary data.
#[derive(Default)]
pub struct HbsLms {
    key: Option<(SigningKey<Sha256_256>, Vec<u8>)>,
}

fn parameter(size: Size) -> Outcome<HssParameter<Sha256_256>> {
    let height = match size.height {
        5 => LmsAlgorithm::LmsH5,
        10 => LmsAlgorithm::LmsH10,
        other => return Err(format!("unsupported height {other}").into()),
    };
    let width = match size.width {
        1 => LmotsAlgorithm::LmotsW1,
        2 => LmotsAlgorithm::LmotsW2,
        4 => LmotsAlgorithm::LmotsW4,
        8 => LmotsAlgorithm::LmotsW8,
        other => return Err(format!("unsupported width {other}").into()),
    };
    Ok(HssParameter::new(width, height))
}

impl Peer for HbsLms {
    fn version(&self) -> &'static str {
        "hbs-lms 0.2.0-alpha.1"
    }

    fn generate(&mut self, size: Size) -> Outcome<Vec<u8>> {
        let parameters = [parameter(size)?];
        let mut seed = Seed::<Sha256_256>::default();
        draw().fill_bytes(seed.as_mut_slice());
        let mut auxiliary = vec![0; AUXILIARY];
        let mut slice = &mut auxiliary[..];
        let made = hbs_lms::keygen(&parameters, &seed, Some(&mut slice));
        let used = slice.len();
        let (key, public_key) = made.map_err(|error| error.to_string())?;
        // Trailing bytes would make the data invalid.
        auxiliary.truncate(used);
        self.key = Some((key, auxiliary));
        Ok(public_key.as_slice().to_vec())
    }

    fn sign(&mut self, message: &[u8]) -> Outcome<Vec<u8>> {
        let (key, auxiliary) = self.key.as_mut().ok_or("generate a key first")?;
        let mut slice = &mut auxiliary[..];
        let signature = key.try_sign_with_aux(message, Some(&mut slice));
        Ok(signature.map_err(|error| error.to_string())?.as_ref().to_vec())
    }

    fn verify(&self, _: Size, public_key: &[u8], message: &[u8], signature: &[u8]) -> bool {
        hbs_lms::verify::<Sha256_256>(message, signature, public_key).is_ok()
    }
}
