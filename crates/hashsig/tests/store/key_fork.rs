//! A signing key and a thread pool in a forked child.

use core::time::Duration;

use quicksalt_hashsig::pool::{Pool, TaskError};
use quicksalt_hashsig::signing::{Error, KeyMaterial, NewKey, Options, SigningKey};
use quicksalt_hashsig::store::{self, Secret};
use quicksalt_hashsig::trees::TreeId;

use super::folder::Folder;
use super::fork::in_a_fork;
use super::small;

fn is_forked<T>(result: Result<T, Error>) -> bool {
    matches!(result, Err(Error::State(store::Error::Forked)))
}

/// Forks at arbitrary points of the background work.
#[test]
fn a_child_cannot_sign_and_does_not_hang() {
    let options = Options { reservation: Some(2), ..Options::default() };
    sign_and_fork(&options, 20);
    sign_and_fork(&Options { background: false, ..options }, 2);
}

fn sign_and_fork(options: &Options, forks: u32) {
    let folder = Folder::new("key-fork");
    let material = KeyMaterial::generate(small::key(2, 10), None).unwrap();
    let new = NewKey::new(Secret::None);
    let key = SigningKey::create(folder.join("key"), material, &new, options).unwrap();
    let mut key = Some(key);
    for _ in 0..forks {
        let signer = key.as_ref().unwrap();
        assert!(signer.public_key().verify(b"m", &signer.sign(b"m").unwrap()).is_ok());
        assert!(in_a_fork(|| {
            let key = key.take().unwrap();
            let refused = is_forked(key.sign(b"m"))
                && is_forked(key.sign_many(&[b"m"]))
                && is_forked(key.remaining())
                && is_forked(key.reserve(1))
                && is_forked(key.prepare(1))
                && is_forked(key.step(Duration::ZERO))
                && is_forked(key.progress());
            key.close();
            drop(key);
            refused
        }));
    }
    assert!(key.take().unwrap().sign(b"m").is_ok());
}

#[test]
fn a_child_starts_its_own_threads() {
    let pool = Pool::new(2);
    let seed = small::key(1, 10).tree(TreeId::TOP).unwrap();
    let generate = || pool.build(seed.clone(), 10).unwrap();
    let root = generate().wait().unwrap().unwrap().public_key();
    for _ in 0..5 {
        let busy = generate();
        assert!(in_a_fork(|| {
            // The child cannot use a task that the parent started.
            let lost = busy.is_ended() == Err(TaskError::Forked);
            busy.cancel();
            let own = generate().wait().unwrap().unwrap().public_key();
            // A child of the child.
            let below = in_a_fork(|| generate().wait().unwrap().unwrap().public_key() == root);
            lost && own == root && below
        }));
        assert_eq!(busy.wait().unwrap().unwrap().public_key(), root);
    }
    assert_eq!(pool.submit(|_| 7).unwrap().wait(), Ok(7));
}
