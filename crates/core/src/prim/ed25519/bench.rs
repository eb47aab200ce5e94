//! The benchmark loops of Ed25519.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{
    KEYPAIR, Ops, PUBLIC_KEY_LEN, SIGN, SIGNATURE_LEN, Signed, SigningKey, TO_X25519, VERIFY,
};
use crate::choose::{Bench, Target, bench_of, sample_array, sample_bytes};
use crate::error::Result;

/// Length of each message in a batch.
const MESSAGE_LEN: usize = 64;

pub(super) fn bench(target: Target<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    match operation {
        KEYPAIR => keypair(target),
        SIGN => sign(target, size),
        VERIFY => verify(target, size),
        TO_X25519 => to_x25519(target),
        _ => verify_batch(target, size),
    }
}

/// Benchmarks key generation; each public key is the next seed.
fn keypair(target: Target<Ops>) -> Box<dyn Bench> {
    bench_of(PUBLIC_KEY_LEN, move |out| {
        let mut seed = [0; PUBLIC_KEY_LEN];
        seed.copy_from_slice(out);
        out.copy_from_slice(&target.get(KEYPAIR, 0)?.public_key(&seed));
        Ok(())
    })
}

/// Benchmarks signing with a prepared key, as for a caller with many messages. Each signature
/// becomes the beginning of the next message.
fn sign(target: Target<Ops>, size: usize) -> Box<dyn Bench> {
    let key = target.get(SIGN, size).map(|candidate| candidate.signing_key(&sample_array(2)));
    let mut message = sample_bytes(size, 3);
    bench_of(SIGNATURE_LEN, move |out| {
        let key = key.as_ref().map_err(Clone::clone)?;
        let count = size.min(SIGNATURE_LEN);
        message[..count].copy_from_slice(&out[..count]);
        out.copy_from_slice(&key.sign(&message)?);
        Ok(())
    })
}

/// Benchmarks the verification of one valid signature. The output is the result.
fn verify(target: Target<Ops>, size: usize) -> Box<dyn Bench> {
    let sample = Sample::new(2, size);
    bench_of(1, move |out| {
        let sample = sample.as_ref().map_err(Clone::clone)?;
        out[0] = u8::from(target.get(VERIFY, size)?.verify(&sample.signed()).is_ok());
        Ok(())
    })
}

/// Benchmarks a batch of `size` valid signatures, each with a different key and message.
fn verify_batch(target: Target<Ops>, size: usize) -> Box<dyn Bench> {
    let samples: Result<Vec<_>> =
        (0..size).map(|i| Sample::new(2 + i as u64, MESSAGE_LEN)).collect();
    bench_of(1, move |out| {
        let samples = samples.as_ref().map_err(Clone::clone)?;
        let batch: Vec<_> = samples.iter().map(Sample::signed).collect();
        out[0] = u8::from(target.get(super::VERIFY_BATCH, size)?.verify_batch(&batch).is_ok());
        Ok(())
    })
}

fn to_x25519(target: Target<Ops>) -> Box<dyn Bench> {
    let sample = Sample::new(2, 0);
    bench_of(PUBLIC_KEY_LEN, move |out| {
        let sample = sample.as_ref().map_err(Clone::clone)?;
        out.copy_from_slice(&target.get(TO_X25519, 0)?.public_to_x25519(&sample.public_key)?);
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
        let key = SigningKey::from_seed(&sample_array(seed))?;
        let message = sample_bytes(size, seed);
        Ok(Self { signature: key.sign(&message)?, message, public_key: *key.public_key() })
    }

    fn signed(&self) -> Signed<'_> {
        Signed { signature: &self.signature, message: &self.message, public_key: &self.public_key }
    }
}
