//! quicksalt-hashsig.

use quicksalt_child::Outcome;
use quicksalt_hashsig::lms::hss::PublicKey;
use quicksalt_hashsig::lms::{Family, Height, Params, Width};
use quicksalt_hashsig::store::Reservation;
use quicksalt_hashsig::trees::{Levels, SecretKey, Signer};

use crate::lms::{Peer, Size};

/// The latest key and its unused indices.
#[derive(Default)]
pub struct Ours {
    key: Option<(Signer, Reservation)>,
}

fn params(size: Size) -> Outcome<Params> {
    let height = match size.height {
        5 => Height::H5,
        10 => Height::H10,
        other => return Err(format!("unsupported height {other}").into()),
    };
    let width = match size.width {
        1 => Width::W1,
        2 => Width::W2,
        4 => Width::W4,
        8 => Width::W8,
        other => return Err(format!("unsupported width {other}").into()),
    };
    Ok(Params { family: Family::Sha256N32, height, width })
}

impl Peer for Ours {
    fn version(&self) -> &'static str {
        "quicksalt-hashsig of this tree"
    }

    fn generate(&mut self, size: Size) -> Outcome<Vec<u8>> {
        let secret = SecretKey::generate(Levels::new(&[params(size)?])?)?;
        let signer = Signer::generate(secret)?;
        let public_key = signer.public_key().to_bytes();
        // The key only exists in this process, so no other process can use its indices.
        self.key = Some((signer, Reservation::assume_reserved(0..1 << size.height)));
        Ok(public_key)
    }

    fn sign(&mut self, message: &[u8]) -> Outcome<Vec<u8>> {
        let (signer, indices) = self.key.as_mut().ok_or("generate a key first")?;
        let index = indices.take()?.ok_or("the one-time keys are exhausted")?;
        Ok(signer.sign(index, message)?)
    }

    fn verify(&self, _: Size, public_key: &[u8], message: &[u8], signature: &[u8]) -> bool {
        let key = PublicKey::from_bytes(public_key);
        key.is_ok_and(|key| key.verify(message, signature).is_ok())
    }
}
