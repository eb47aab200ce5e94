//! Reads messages of any size piece by piece, each message only once.

use std::io::Read as _;
use std::path::Path;

use quicksalt::memory;
use quicksalt_command::{Failure, Terminal};
use quicksalt_hashsig::{Error, Pieces};

use super::refusals::Refused;

/// The number of message bytes in memory at a time.
const PIECE: usize = 1 << 20;

/// Runs `work` on the message in a file; - is the standard input.
pub(super) fn reading<T, E: Refused>(
    terminal: &Terminal,
    path: &Path,
    work: impl FnOnce(&Pieces<'_>) -> Result<T, E>,
) -> Result<T, ReadOr<E>> {
    let mut input = terminal.open(path).map_err(ReadOr::Read)?;
    let mut unread = None;
    let mut next = |piece: &mut Vec<u8>| {
        if piece.capacity() < PIECE {
            *piece = memory::with_capacity(PIECE)?;
        }
        let read = input.by_ref().take(PIECE as u64).read_to_end(piece);
        read.map(drop).map_err(|error| {
            unread = Some(Failure::of_file(path, &error));
            // This error only ends the work; the caller returns the read error instead.
            Error::Primitive(quicksalt::Error::Interrupted)
        })
    };
    let done = work(&Pieces::new(&mut next));
    match unread {
        Some(failure) => Err(ReadOr::Read(failure)),
        None => done.map_err(ReadOr::Work),
    }
}

/// The reason why there is no result: the message could not be read, or the work on it failed.
pub(super) enum ReadOr<E> {
    Read(Failure),
    Work(E),
}

impl<E: Refused> Refused for ReadOr<E> {
    fn refused(self) -> Failure {
        match self {
            Self::Read(failure) => failure,
            Self::Work(error) => error.refused(),
        }
    }
}
