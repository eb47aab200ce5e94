//! HSS/LMS as tasks for a child of the ruler. Keys and signatures have the format of HSS with one
//! level (RFC 8554, section 6), so that implementations can exchange them.
//!
//! | task | one iteration | output |
//! | --- | --- | --- |
//! | `generate HEIGHT WIDTH` | makes a key | its public key |
//! | `sign HEIGHT WIDTH MESSAGE` | signs with the next one-time key | the public key, the signature |
//! | `verify HEIGHT WIDTH PUBLIC_KEY MESSAGE SIGNATURE ...` | verifies each signature | 01 if all are valid, otherwise 00 |
//!
//! The height is 5 or 10, the width 1, 2, 4 or 8; bytes are in hexadecimal.

use quicksalt_child::{Outcome, Stopwatch, Work};

/// The height of the tree and the bits per digit; always SHA-256 with 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// 5 or 10.
    pub height: u8,
    /// 1, 2, 4 or 8.
    pub width: u8,
}

/// An implementation of HSS/LMS.
pub trait Peer {
    /// The name and version.
    fn version(&self) -> &'static str;

    /// Generates and stores a key; returns the encoded public key.
    fn generate(&mut self, size: Size) -> Outcome<Vec<u8>>;

    /// Signs with the next one-time key of the latest key.
    fn sign(&mut self, message: &[u8]) -> Outcome<Vec<u8>>;

    /// Reports whether a signature by a key of that size is valid.
    fn verify(&self, size: Size, public_key: &[u8], message: &[u8], signature: &[u8]) -> bool;
}

/// The current task.
enum Task {
    None,
    Generate(Size),
    Sign(Size, Vec<u8>),
    Verify { size: Size, public_key: Vec<u8>, message: Vec<u8>, signatures: Vec<Vec<u8>> },
}

/// A peer with its current task.
pub struct Lms {
    peer: Box<dyn Peer>,
    task: Task,
    public_key: Vec<u8>,
    /// The number of unused one-time keys of the latest key.
    left: u64,
    output: Vec<u8>,
}

impl Lms {
    /// Creates a peer without a task.
    pub fn new(peer: Box<dyn Peer>) -> Self {
        Self { peer, task: Task::None, public_key: Vec::new(), left: 0, output: Vec::new() }
    }
}

impl Work for Lms {
    fn task(&mut self, words: &[&str]) -> Outcome {
        // The stored key may not have the new task's size.
        self.left = 0;
        self.task = match words {
            ["generate", height, width] => Task::Generate(size(height, width)?),
            ["sign", height, width, message] => {
                Task::Sign(size(height, width)?, hex::decode(message)?)
            }
            ["verify", height, width, public_key, message, signatures @ ..] => Task::Verify {
                size: size(height, width)?,
                public_key: hex::decode(public_key)?,
                message: hex::decode(message)?,
                signatures: signatures.iter().map(hex::decode).collect::<Result<_, _>>()?,
            },
            _ => return Err("no such task".into()),
        };
        Ok(())
    }

    fn run(&mut self, count: u64, watch: &mut Stopwatch) -> Outcome {
        let Self { peer, task, public_key, left, output } = self;
        match task {
            Task::None => Err("set a task first".into()),
            Task::Generate(size) => watch.time(|| {
                for _ in 0..count {
                    *output = peer.generate(*size)?;
                }
                Ok(())
            }),
            Task::Sign(size, message) => {
                let (mut signature, mut missing) = (Vec::new(), count);
                while missing > 0 {
                    if *left == 0 {
                        *public_key = peer.generate(*size)?;
                        *left = 1 << size.height;
                    }
                    let now = missing.min(*left);
                    watch.time(|| -> Outcome {
                        for _ in 0..now {
                            signature = peer.sign(message)?;
                        }
                        Ok(())
                    })?;
                    missing -= now;
                    *left -= now;
                }
                *output = [&public_key[..], &signature].concat();
                Ok(())
            }
            Task::Verify { size, public_key, message, signatures } => {
                let mut good = true;
                watch.time(|| {
                    for _ in 0..count {
                        for signature in signatures.iter() {
                            good &= peer.verify(*size, public_key, message, signature);
                        }
                    }
                });
                *output = vec![u8::from(good)];
                Ok(())
            }
        }
    }

    fn output(&self) -> Vec<u8> {
        self.output.clone()
    }
}

fn size(height: &str, width: &str) -> Outcome<Size> {
    let size = Size { height: height.parse()?, width: width.parse()? };
    if ![5, 10].contains(&size.height) || ![1, 2, 4, 8].contains(&size.width) {
        return Err("height must be 5 or 10, and width 1, 2, 4 or 8".into());
    }
    Ok(size)
}
