//! A stream cut into chunks that are worked on one by one, in the calling thread or in several. One of
//! them reads and one writes at a time; those that have worked on what is not yet to be written leave
//! it to whoever writes, and go on. Chunks change hands one by one: what becomes of several at a time
//! does not stay in a processor's own cache until it is written, which costs more than the hand-over.

use alloc::vec::Vec;
use core::time::Duration;
use std::io::{ErrorKind, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};

use quicksalt::{Wiped, interrupt, memory};

use crate::error::{Error, Result};
use crate::input::{Source, after_signal};

/// How long a thread waits for memory before it asks whether the work is still wanted.
const PAUSE: Duration = Duration::from_millis(50);

/// What is done with every chunk.
pub(crate) trait Work: Sync {
    /// The length in bytes of each chunk of the source but the last, which may be shorter.
    const CHUNK: usize;
    /// The most that becomes of a chunk.
    const OUT: usize;

    /// Appends what becomes of a chunk. The last one may be empty.
    fn chunk(&self, number: u64, is_last: bool, chunk: &[u8], out: &mut Out) -> Result<()>;
}

/// What becomes of chunks: memory that is made once, since to clear it for each chunk takes as long as
/// a tenth of the work.
pub(crate) struct Out {
    room: Wiped<Vec<u8>>,
    len: usize,
}

impl Out {
    /// Nothing, and room for so many bytes.
    pub(crate) fn new(most: usize) -> Result<Self> {
        Ok(Self { room: memory::zeros(most)?.into(), len: 0 })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.room[..self.len]
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends what `write` writes over so many bytes, which are anything before; nothing if it fails.
    pub(crate) fn append<T, E>(
        &mut self,
        len: usize,
        write: impl FnOnce(&mut [u8]) -> core::result::Result<T, E>,
    ) -> core::result::Result<T, E> {
        let end = self.len + len;
        let written = write(&mut self.room[self.len..end])?;
        self.len = end;
        Ok(written)
    }
}

/// Where chunks go, piece by piece.
pub(crate) trait Sink {
    /// Writes all.
    fn put(&mut self, bytes: &[u8]) -> Result<()>;
}

/// Writes as it is.
pub(crate) struct Plain<W>(pub(crate) W);

impl<W: Write> Sink for Plain<W> {
    fn put(&mut self, bytes: &[u8]) -> Result<()> {
        write(&mut self.0, bytes)
    }
}

/// Writes all. A signal ends the wait, and who is asked may end the work.
pub(crate) fn write(target: &mut impl Write, mut bytes: &[u8]) -> Result<()> {
    while !bytes.is_empty() {
        match target.write(bytes) {
            Ok(0) => return Err(Error::Write(ErrorKind::WriteZero.into())),
            Ok(written) => bytes = bytes.get(written..).unwrap_or_default(),
            Err(error) if error.kind() == ErrorKind::Interrupted => after_signal()?,
            Err(error) => return Err(Error::Write(error)),
        }
    }
    Ok(())
}

/// A chunk and what became of it.
struct Piece {
    number: u64,
    is_last: bool,
    source: Wiped<Vec<u8>>,
    out: Out,
}

impl Piece {
    fn new<W: Work>() -> Result<Self> {
        Ok(Self {
            number: 0,
            is_last: false,
            source: memory::zeros(W::CHUNK + 1)?.into(),
            out: Out::new(W::OUT)?,
        })
    }

    fn work<W: Work>(&mut self, work: &W, len: usize) -> Result<()> {
        self.out.clear();
        work.chunk(self.number, self.is_last, &self.source[..len], &mut self.out)
    }
}

/// The source, of which one byte is read ahead: what is behind a chunk decides whether it is the last.
struct Reading<'a, S: ?Sized> {
    source: &'a mut S,
    ahead: Option<u8>,
    next: u64,
    done: u64,
    has_ended: bool,
    /// Why no more can be read, told when all that came before is worked on.
    failed: Option<Error>,
}

impl<S: Source + ?Sized> Reading<'_, S> {
    /// Reads the next chunk; returns the length, or nothing where there is no more. An error has the
    /// place of a chunk.
    fn read<W: Work>(&mut self, piece: &mut Piece) -> Result<Option<usize>> {
        piece.number = self.next;
        if let Some(error) = self.failed.take() {
            self.has_ended = true;
            return Err(error);
        }
        if self.has_ended {
            return Ok(None);
        }
        let first = usize::from(self.ahead.is_some());
        piece.source[0] = self.ahead.take().unwrap_or_default();
        let most = W::CHUNK;
        let mut len = first;
        while len <= most {
            match self.source.some(&mut piece.source[len..]) {
                Ok(0) => break,
                Ok(more) => len += more,
                Err(error) => {
                    self.failed = Some(error);
                    break;
                }
            }
        }
        if self.failed.is_some() {
            len -= len % W::CHUNK;
            if len == 0 {
                return self.read::<W>(piece);
            }
        }
        self.has_ended = self.failed.is_none() && len <= most;
        self.ahead = (len > most).then(|| piece.source[most]);
        piece.is_last = self.has_ended;
        self.next += 1;
        let len = len.min(most);
        self.done += len as u64;
        Ok(Some(len))
    }
}

impl<'a, S: ?Sized> Reading<'a, S> {
    fn new(source: &'a mut S) -> Self {
        Self { source, ahead: None, next: 0, done: 0, has_ended: false, failed: None }
    }
}

/// Says how much of `total` is done, if that is known.
pub(crate) fn tell(done: u64, total: Option<u64>) {
    if let Some(total) = total.filter(|total| *total > 0) {
        interrupt::tell((done as f64 / total as f64).min(1.0));
    }
}

/// Works on everything in this thread. `total` is the length of the source, if it is known.
fn run_alone<W: Work>(
    work: &W,
    source: &mut dyn Source,
    target: &mut dyn Sink,
    total: Option<u64>,
) -> Result<()> {
    let mut reading = Reading::new(source);
    let mut piece = Piece::new::<W>()?;
    while let Some(len) = reading.read::<W>(&mut piece)? {
        let worked = piece.work(work, len);
        target.put(piece.out.bytes())?;
        worked?;
        tell(reading.done, total);
        interrupt::check()?;
    }
    Ok(())
}

/// What was worked on, and what is free for more.
#[derive(Default)]
struct Pieces {
    /// The number of the piece that is to be written next.
    next: u64,
    /// Pieces that wait for others before them, and what became of the work.
    ready: Vec<(Piece, Result<()>)>,
    free: Vec<Piece>,
    made: usize,
    /// Whether a thread writes, or did so until it failed.
    is_writing: bool,
    /// Whether nothing more is wanted.
    is_over: bool,
}

impl Pieces {
    fn take_next(&mut self) -> Option<(Piece, Result<()>)> {
        let at = self.ready.iter().position(|(piece, _)| piece.number == self.next)?;
        Some(self.ready.swap_remove(at))
    }
}

/// Several threads at one stream.
struct Shared<'a, W> {
    work: &'a W,
    reading: Mutex<Reading<'a, dyn Source + Send + 'a>>,
    target: Mutex<&'a mut (dyn Sink + Send)>,
    pieces: Mutex<Pieces>,
    freed: Condvar,
    total: Option<u64>,
}

/// Works on everything. With the `total` length of a source that is a regular file, as the target must
/// be then, there are as many threads as processors where it is long enough; what may keep a thread
/// waiting is left to the calling one, which alone can be interrupted.
pub(crate) fn run<W: Work>(
    work: &W,
    source: &mut (dyn Source + Send),
    target: &mut (dyn Sink + Send),
    total: Option<u64>,
) -> Result<()> {
    let cpus = thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
    let chunks = total.unwrap_or_default() / W::CHUNK as u64;
    if cpus == 1 || chunks < WORTH {
        return run_alone(work, source, target, total);
    }
    let shared = Shared {
        work,
        reading: Mutex::new(Reading::new(source)),
        target: Mutex::new(target),
        pieces: Mutex::default(),
        freed: Condvar::new(),
        total,
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..cpus)
            .filter_map(|_| Builder::new().spawn_scoped(scope, || shared.go_on(false)).ok())
            .collect();
        let mut outcome = shared.go_on(true);
        for other in others {
            match other.join() {
                Ok(theirs) => outcome = outcome.and(theirs),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        outcome
    })
}

/// More threads than this wait for each other's reads and writes.
const MOST_THREADS: usize = 4;

/// The most chunks there are at a time, 8 MiB with what becomes of them: a thread that does not get a
/// processor holds the others up when they are used up.
const MOST_PIECES: usize = 64;

/// For fewer chunks no thread is started.
const WORTH: u64 = 32;

impl<W: Work> Shared<'_, W> {
    /// Takes piece after piece until the source ends or somebody fails. `asks` is for the thread that
    /// knows whom to ask.
    fn go_on(&self, asks: bool) -> Result<()> {
        let gone = self.all(asks);
        if gone.is_err() {
            locked(&self.pieces).is_over = true;
            self.freed.notify_all();
        }
        gone
    }

    fn all(&self, asks: bool) -> Result<()> {
        while let Some(mut piece) = self.free(asks)? {
            let (read, done) = {
                let mut reading = locked(&self.reading);
                (reading.read::<W>(&mut piece), reading.done)
            };
            let worked = match read {
                Ok(Some(len)) => piece.work(self.work, len),
                Ok(None) => return Ok(()),
                Err(error) => {
                    piece.out.clear();
                    Err(error)
                }
            };
            self.hand_in(piece, worked)?;
            if asks {
                tell(done, self.total);
                interrupt::check()?;
            }
        }
        Ok(())
    }

    /// Memory for a piece, or nothing if no more is wanted.
    fn free(&self, asks: bool) -> Result<Option<Piece>> {
        let mut pieces = locked(&self.pieces);
        while !pieces.is_over {
            if let Some(piece) = pieces.free.pop() {
                return Ok(Some(piece));
            }
            if pieces.made < MOST_PIECES {
                pieces.made += 1;
                drop(pieces);
                return Piece::new::<W>().map(Some);
            }
            let waited = self.freed.wait_timeout(pieces, PAUSE);
            (pieces, _) = waited.unwrap_or_else(PoisonError::into_inner);
            if asks {
                interrupt::check()?;
            }
        }
        Ok(None)
    }

    /// Hands a piece in, and writes what is to be written next unless another thread does. Behind a piece
    /// that is not whole nothing is written.
    fn hand_in(&self, piece: Piece, worked: Result<()>) -> Result<()> {
        let mut pieces = locked(&self.pieces);
        pieces.ready.push((piece, worked));
        if pieces.is_writing {
            return Ok(());
        }
        pieces.is_writing = true;
        while let Some((piece, worked)) = pieces.take_next() {
            drop(pieces);
            locked(&self.target).put(piece.out.bytes()).and(worked)?;
            pieces = locked(&self.pieces);
            pieces.next += 1;
            pieces.free.push(piece);
            self.freed.notify_one();
        }
        pieces.is_writing = false;
        Ok(())
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
