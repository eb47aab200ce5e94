//! Processes a stream in chunks, in the calling thread or in several threads. One thread at a time
//! reads and one writes; a thread that finishes a chunk out of order leaves it to the writer and
//! continues. Threads hand over single chunks. The output of larger batches would leave the
//! processor core's cache before it is written, which costs more than additional hand-overs.

use alloc::vec::Vec;
use core::time::Duration;
use std::io::{ErrorKind, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};

use quicksalt::{Wiped, interrupt, memory};

use crate::error::{Error, Result};
use crate::input::{Source, after_signal};

/// The interval at which a thread that waits for memory checks for cancellation.
const PAUSE: Duration = Duration::from_millis(50);

/// The transformation of each chunk.
pub(crate) trait Work: Sync {
    /// The length in bytes of each source chunk except the last, which may be shorter.
    const CHUNK: usize;
    /// The maximum output of a chunk in bytes.
    const OUT: usize;

    /// Appends the output of a chunk. The last chunk may be empty.
    fn chunk(&self, number: u64, is_last: bool, chunk: &[u8], out: &mut Out) -> Result<()>;
}

/// An output buffer, allocated once: zeroing it for each chunk would take a tenth of the processing
/// time.
pub(crate) struct Out {
    room: Wiped<Vec<u8>>,
    len: usize,
}

impl Out {
    /// Allocates an empty buffer with room for `most` bytes.
    pub(crate) fn new(most: usize) -> Result<Self> {
        Ok(Self { room: memory::zeros(most)?.into(), len: 0 })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.room[..self.len]
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// Passes the next `len` bytes, which have unspecified values, to `write`, and appends them
    /// unless `write` fails.
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

/// The destination of the output.
pub(crate) trait Sink {
    /// Writes all bytes.
    fn put(&mut self, bytes: &[u8]) -> Result<()>;
}

/// A destination that receives the bytes unchanged.
pub(crate) struct Plain<W>(pub(crate) W);

impl<W: Write> Sink for Plain<W> {
    fn put(&mut self, bytes: &[u8]) -> Result<()> {
        write(&mut self.0, bytes)
    }
}

/// Writes all bytes. After a signal interrupts a write, checks for cancellation.
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

/// A chunk and its output.
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

/// A source with one byte of lookahead. The lookahead shows whether a chunk is the last.
struct Reading<'a, S: ?Sized> {
    source: &'a mut S,
    ahead: Option<u8>,
    next: u64,
    done: u64,
    has_ended: bool,
    /// A read error, returned after all earlier chunks have been processed.
    failed: Option<Error>,
}

impl<S: Source + ?Sized> Reading<'_, S> {
    /// Reads the next chunk. Returns its length, or `None` at the end of the source. A read error
    /// counts as a chunk of its own.
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

/// Reports progress if `total` is known.
pub(crate) fn tell(done: u64, total: Option<u64>) {
    if let Some(total) = total.filter(|total| *total > 0) {
        interrupt::tell((done as f64 / total as f64).min(1.0));
    }
}

/// Processes the whole stream in the calling thread. `total` is the length of the source, if known.
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

/// The processed pieces and the free buffers that threads share.
#[derive(Default)]
struct Pieces {
    /// The number of the piece to write next.
    next: u64,
    /// Processed pieces that wait until all earlier pieces are written, with their results.
    ready: Vec<(Piece, Result<()>)>,
    free: Vec<Piece>,
    made: usize,
    /// Whether a thread is writing, or failed to write.
    is_writing: bool,
    /// Whether the threads must stop.
    is_over: bool,
}

impl Pieces {
    fn take_next(&mut self) -> Option<(Piece, Result<()>)> {
        let at = self.ready.iter().position(|(piece, _)| piece.number == self.next)?;
        Some(self.ready.swap_remove(at))
    }
}

/// The state shared by the threads of a stream.
struct Shared<'a, W> {
    work: &'a W,
    reading: Mutex<Reading<'a, dyn Source + Send + 'a>>,
    target: Mutex<&'a mut (dyn Sink + Send)>,
    pieces: Mutex<Pieces>,
    freed: Condvar,
    total: Option<u64>,
}

/// Processes the whole stream. `total` is the length of the source; give it only if source and
/// target are regular files. For a large `total`, one thread per processor runs, up to
/// `MOST_THREADS`. Without `total`, the calling thread does all work: reads and writes might block,
/// and only the calling thread can be cancelled.
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

/// The maximum number of threads. More threads would only wait for each other's reads and writes.
const MOST_THREADS: usize = 4;

/// The maximum number of chunks in memory, which need 8 MiB with their output. If all chunks are in
/// use, a thread that is not scheduled stalls all other threads.
const MOST_PIECES: usize = 64;

/// The minimum number of chunks for which threads are started.
const WORTH: u64 = 32;

impl<W: Work> Shared<'_, W> {
    /// Processes pieces until the source ends or a thread fails. `asks` is true for the calling
    /// thread, the only thread that can be cancelled.
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

    /// Returns a free buffer, or `None` if the threads must stop.
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

    /// Adds a processed piece. Unless another thread is writing, also writes all pieces that are
    /// due, up to the first piece with an error.
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
