//! A file that is hashed while the passphrase of the key that signs it is stretched: each takes a second
//! or more, and neither needs the other.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use core::time::Duration;
use std::fs::File;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, Builder};

use quicksalt::{Error as Primitive, interrupt};

use super::{SecretKey, Signature, digest, sign_digest, sign_file};
use crate::error::{Error, Result};
use crate::input::Raw;
use crate::pipeline;

/// How often it is asked whether the work is still wanted, while the other thread does it.
const PAUSE: Duration = Duration::from_millis(20);

/// Opens a secret key file as [`SecretKey::parse`] does and signs a regular file with it as
/// [`sign_file`] does. Where the key is encrypted, the file is hashed meanwhile.
///
/// # Errors
/// Those of [`SecretKey::parse`] and of [`sign_file`].
pub fn open_and_sign(
    source: &File,
    secret: &[u8],
    passphrase: Option<&[u8]>,
    trusted: &str,
    untrusted: &str,
) -> Result<(SecretKey, Signature)> {
    if passphrase.is_none() || !SecretKey::is_encrypted(secret)? {
        let key = SecretKey::parse(secret, passphrase)?;
        let signature = sign_file(source, &key, trusted, untrusted)?;
        return Ok((key, signature));
    }
    let (say, said) = mpsc::channel();
    let total = source.metadata().map_err(Error::Read)?.len();
    let hashing = &Hashing::default();
    thread::scope(|scope| {
        // The scope waits for the thread, which ends because of this.
        let _ended = Ended(hashing);
        let body = move || {
            // Nobody may be left to hear it.
            let _ = say.send(digest(Raw(source), |done| hashing.told(done)));
        };
        let other = Builder::new().spawn_scoped(scope, body);
        let key = SecretKey::parse(secret, passphrase)?;
        if other.is_err() {
            let signature = sign_file(source, &key, trusted, untrusted)?;
            return Ok((key, signature));
        }
        let signature = sign_digest(&key, trusted, untrusted, || {
            loop {
                match said.recv_timeout(PAUSE) {
                    Ok(digest) => return digest,
                    Err(RecvTimeoutError::Timeout) => {
                        pipeline::tell(hashing.done.load(Ordering::Relaxed), Some(total));
                        interrupt::check()?;
                    }
                    // The thread panicked, as the scope does when it ends.
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(Primitive::Interrupted.into());
                    }
                }
            }
        })?;
        Ok((key, signature))
    })
}

/// What the two threads tell each other.
#[derive(Default)]
struct Hashing {
    done: AtomicU64,
    is_over: AtomicBool,
}

impl Hashing {
    fn told(&self, done: u64) -> Result<()> {
        self.done.store(done, Ordering::Relaxed);
        if self.is_over.load(Ordering::Relaxed) {
            return Err(Primitive::Interrupted.into());
        }
        Ok(())
    }
}

/// Ends the hashing when it is dropped, also by an error or a panic.
struct Ended<'a>(&'a Hashing);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }
}
