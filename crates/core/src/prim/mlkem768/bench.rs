//! The benchmark loop of ML-KEM. Each result is the seed or the randomness of the next call.

use alloc::boxed::Box;

use super::{CIPHERTEXT_LEN, DECAPSULATE, KEYPAIR, Ops, PUBLIC_KEY_LEN, SECRET_KEY_LEN};
use crate::choose::{Bench, Target, bench_of, sample_array};

pub(super) fn bench(target: Target<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let (mut public, mut secret) = ([0; PUBLIC_KEY_LEN], [0; SECRET_KEY_LEN]);
    let mut ciphertext = [0; CIPHERTEXT_LEN];
    // Without a proven candidate the keys stay invalid, and the loop reports an error when it runs.
    if let Ok(run) = target.get(KEYPAIR, size) {
        run.keypair(&mut public, &mut secret, &sample_array(2));
    }
    bench_of(32, move |out| {
        let candidate = target.get(operation, size)?;
        let mut last = [0; 32];
        last.copy_from_slice(out);
        match operation {
            KEYPAIR => {
                let mut seed = [0; 64];
                seed[..32].copy_from_slice(&last);
                candidate.keypair(&mut public, &mut secret, &seed);
                last.copy_from_slice(&public[..32]);
            }
            DECAPSULATE => {
                ciphertext[..32].copy_from_slice(&last);
                let input = ciphertext;
                candidate.decapsulate(&mut last, &secret, &input)?;
            }
            _ => {
                let randomness = last;
                candidate.encapsulate(&mut ciphertext, &mut last, &public, &randomness)?;
            }
        }
        out.copy_from_slice(&last);
        Ok(())
    })
}
