//! The loops that are raced.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{
    KEYPAIR, Ops, PUBLIC_KEY_LEN, SIGN, SIGNATURE_LEN, Signed, SigningKey, TO_X25519, VERIFY,
};
use crate::choose::{Bench, Via, over, paint, painted};
use crate::error::Result;

/// Length of each message of a batch.
const MESSAGE_LEN: usize = 64;

pub(super) fn bench(via: Via<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    match operation {
        KEYPAIR => keypair(via),
        SIGN => sign(via, size),
        VERIFY => verify(via, size),
        TO_X25519 => to_x25519(via),
        _ => verify_batch(via, size),
    }
}

/// Each public key is the next seed.
fn keypair(via: Via<Ops>) -> Box<dyn Bench> {
    over(PUBLIC_KEY_LEN, move |out| {
        let mut seed = [0; PUBLIC_KEY_LEN];
        seed.copy_from_slice(out);
        out.copy_from_slice(&via.get(KEYPAIR, 0)?.public_key(&seed));
        Ok(())
    })
}

/// A ready key, as a caller with many messages has it; each signature begins the next message.
fn sign(via: Via<Ops>, size: usize) -> Box<dyn Bench> {
    let key = via.get(SIGN, size).map(|candidate| candidate.signing_key(&painted(2)));
    let mut message = paint(size, 3);
    over(SIGNATURE_LEN, move |out| {
        let key = key.as_ref().map_err(Clone::clone)?;
        let count = size.min(SIGNATURE_LEN);
        message[..count].copy_from_slice(&out[..count]);
        out.copy_from_slice(&key.sign(&message)?);
        Ok(())
    })
}

/// A valid signature of messages that differ in nothing; the outcome is the output.
fn verify(via: Via<Ops>, size: usize) -> Box<dyn Bench> {
    let sample = Sample::new(2, size);
    over(1, move |out| {
        let sample = sample.as_ref().map_err(Clone::clone)?;
        out[0] = u8::from(via.get(VERIFY, size)?.verify(&sample.signed()).is_ok());
        Ok(())
    })
}

/// As many valid signatures as `size` says, each of another key and another message.
fn verify_batch(via: Via<Ops>, size: usize) -> Box<dyn Bench> {
    let samples: Result<Vec<_>> =
        (0..size).map(|i| Sample::new(2 + i as u64, MESSAGE_LEN)).collect();
    over(1, move |out| {
        let samples = samples.as_ref().map_err(Clone::clone)?;
        let batch: Vec<_> = samples.iter().map(Sample::signed).collect();
        out[0] = u8::from(via.get(super::VERIFY_BATCH, size)?.verify_batch(&batch).is_ok());
        Ok(())
    })
}

fn to_x25519(via: Via<Ops>) -> Box<dyn Bench> {
    let sample = Sample::new(2, 0);
    over(PUBLIC_KEY_LEN, move |out| {
        let sample = sample.as_ref().map_err(Clone::clone)?;
        out.copy_from_slice(&via.get(TO_X25519, 0)?.public_to_x25519(&sample.public_key)?);
        Ok(())
    })
}

/// A message and its valid signature.
struct Sample {
    signature: [u8; SIGNATURE_LEN],
    message: Vec<u8>,
    public_key: [u8; PUBLIC_KEY_LEN],
}

impl Sample {
    fn new(seed: u64, size: usize) -> Result<Self> {
        let key = SigningKey::from_seed(&painted(seed))?;
        let message = paint(size, seed);
        Ok(Self { signature: key.sign(&message)?, message, public_key: *key.public_key() })
    }

    fn signed(&self) -> Signed<'_> {
        Signed { signature: &self.signature, message: &self.message, public_key: &self.public_key }
    }
}
