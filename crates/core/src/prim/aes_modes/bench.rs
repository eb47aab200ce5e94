//! The lab's benchmark loops over the AES modes, with 32-byte keys.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{CBC_DECRYPT, CBC_ENCRYPT, GCM_OPEN, GCM_SEAL, Key, Ops, TAG_LEN};
use crate::choose::{Bench, Runnable, Target, bench_of, sample_array, sample_bytes};
use crate::error::{Error, Result};
use crate::prim::Source;

/// Builds the benchmark of an operation. CBC rounds `size` down to whole blocks, at least one.
pub(super) fn bench(target: Target<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    match operation {
        GCM_SEAL => of(
            target,
            operation,
            size,
            size + TAG_LEN,
            sample_bytes(size, 4),
            |run, key, out, input| {
                let (text, tag) = out.split_at_mut(input.len());
                tag.copy_from_slice(&run.gcm_seal(key, &sample_array(3), &[], text, input));
                Ok(())
            },
        ),
        GCM_OPEN => {
            of(target, operation, size, size, sealed(target, size), |run, key, out, input| {
                let (text, tag) = input.split_last_chunk().ok_or(Error::Verification)?;
                run.gcm_open(key, &sample_array(3), &[], out, tag, text)
            })
        }
        CBC_ENCRYPT | CBC_DECRYPT => {
            let len = 16 * (size / 16).max(1);
            of(target, operation, size, len, sample_bytes(len, 4), move |run, key, out, input| {
                let (mut iv, (out, _)) = (sample_array(5), out.as_chunks_mut());
                if operation == CBC_ENCRYPT {
                    run.cbc_encrypt(key, &mut iv, out, Source::From(input));
                } else {
                    run.cbc_decrypt(key, &mut iv, out, Source::From(input));
                }
                Ok(())
            })
        }
        _ => of(target, operation, size, size, sample_bytes(size, 4), |run, key, out, input| {
            run.ctr(key, &mut sample_array(5), out, Source::From(input));
            Ok(())
        }),
    }
}

/// Builds a loop over one call with an input and an output of `len` bytes.
fn of(
    target: Target<Ops>,
    operation: usize,
    size: usize,
    len: usize,
    input: Vec<u8>,
    call: impl Fn(Runnable<Ops>, Key<'_>, &mut [u8], &[u8]) -> Result<()> + Send + Sync + 'static,
) -> Box<dyn Bench> {
    let key = sample_array::<32>(2);
    bench_of(len, move |out| call(target.get(operation, size)?, Key::new(&key)?, out, &input))
}

/// Seals a message for the loop. Without a proven candidate the result is invalid, and the loop
/// reports the error when it runs.
fn sealed(target: Target<Ops>, size: usize) -> Vec<u8> {
    let mut sealed = alloc::vec![0; size + TAG_LEN];
    let key = sample_array::<32>(2);
    if let (Ok(run), Ok(key)) = (target.get(GCM_SEAL, size), Key::new(&key)) {
        let (text, tag) = sealed.split_at_mut(size);
        tag.copy_from_slice(&run.gcm_seal(
            key,
            &sample_array(3),
            &[],
            text,
            &sample_bytes(size, 4),
        ));
    }
    sealed
}
