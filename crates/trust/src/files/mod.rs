//! Loads certificates from bytes, files, directories and the system's store.
// May import: `store`, `trust/src/*`.

mod directory;
mod open;
mod read;
mod system;

use alloc::sync::Arc;
use std::collections::HashSet;
use std::path::Path;

use quicksalt::interrupt;

use crate::format::Format;
use crate::limits::Limits;
use crate::pem::{Scanner, Sink};
use crate::report::{Kind, Reason, Report, Skipped};
use crate::store::{Added, Mark, TrustStore};
use open::Identity;
use read::Window;

/// The number of PEM bytes processed between checks for an interrupt: a few milliseconds.
const PART: usize = 1 << 20;

impl TrustStore {
    /// Loads files and the files of directories: PEM bundles and single certificates in DER.
    ///
    /// A file that can be reached by several paths, through links or hashed names, is read only
    /// once. The entries of a directory are read in name order; subdirectories are counted but not
    /// entered. No error aborts the load; the report lists everything that is left out.
    ///
    /// An OpenSSL `TRUSTED CERTIFICATE` is trusted only for its trusted purposes. It is never
    /// accepted for its rejected purposes, anywhere in a chain.
    ///
    /// Only cancellation by the caller ([`quicksalt::interrupt`]) ends a load early. The store is
    /// then unchanged, and the report contains only [`Reason::Interrupted`].
    pub fn load<P: AsRef<Path>>(&mut self, paths: impl IntoIterator<Item = P>) -> Report {
        let mut load = Load::new(self);
        for path in paths {
            load.path(path.as_ref());
        }
        load.end()
    }

    /// Loads a PEM bundle or one DER certificate from memory. The report names the source `name`.
    pub fn load_bytes(&mut self, name: &str, bytes: &[u8]) -> Report {
        let mut load = Load::new(self);
        load.bytes(Path::new(name).into(), bytes);
        load.end()
    }

    /// Loads the system's store.
    ///
    /// The environment variables `SSL_CERT_FILE` and `SSL_CERT_DIR` (directories separated by
    /// colons) name the store, as for OpenSSL. Without them, it is the first existing bundle of the
    /// known distributions, or else the first existing directory. Tested on Debian; the paths of
    /// Fedora, openSUSE, Alpine, FreeBSD and OpenBSD come from their documentation. On macOS and
    /// Windows, the crate rustls-native-certs queries the operating system; this is untested.
    pub fn load_system(&mut self) -> Report {
        let mut load = Load::new(self);
        system::load(&mut load);
        load.end()
    }
}

/// One load: the store, the files already read, and the report.
struct Load<'a> {
    store: &'a mut TrustStore,
    limits: Limits,
    report: Report,
    seen: HashSet<Identity>,
    window: Window,
    /// The state of the store before the load.
    before: Option<Mark>,
    /// The source being read when the load was interrupted.
    interrupted: Option<Arc<Path>>,
}

impl<'a> Load<'a> {
    fn new(store: &'a mut TrustStore) -> Self {
        // Only a load that can be interrupted needs the earlier state.
        let before = interrupt::is_asked().then(|| store.mark());
        let limits = store.limits().clone();
        let window = Window::new(limits.certificate);
        let (report, seen) = (Report::default(), HashSet::new());
        Self { store, limits, report, seen, window, before, interrupted: None }
    }

    /// Returns the report. If the load was interrupted, first restores the earlier state of the
    /// store.
    fn end(mut self) -> Report {
        let Some(source) = self.interrupted.take() else { return self.report };
        if let Some(before) = self.before.take() {
            self.store.go_back(before);
        }
        self.report = Report::default();
        self.skip(&source, None, Reason::Interrupted);
        self.report
    }

    /// Returns whether to continue; `source` is the source being read.
    fn is_wanted(&mut self, source: &Path) -> bool {
        if self.interrupted.is_none() && interrupt::check().is_err() {
            self.interrupted = Some(source.into());
        }
        self.interrupted.is_none()
    }

    fn skip(&mut self, source: &Arc<Path>, offset: Option<u64>, reason: Reason) {
        let skipped = Skipped { source: Arc::clone(source), offset, reason };
        self.report.skip(skipped, self.limits.skipped);
    }

    /// Loads a file, or the files of a directory.
    fn path(&mut self, path: &Path) {
        if !self.is_wanted(path) {
            return;
        }
        match open::regular(path, &self.seen) {
            Err(Reason::NotAFile(Kind::Directory)) => self.directory(path),
            opened => self.opened(path, opened),
        }
    }

    fn bytes(&mut self, source: Arc<Path>, bytes: &[u8]) {
        let before = self.outcome();
        if let Some(format) = Format::of_magic(bytes) {
            self.skip(&source, None, Reason::Format(format));
        } else if read::is_der(bytes) {
            self.der(&source, bytes);
        } else {
            self.store.reserve(bytes.len());
            self.pem(&source, bytes);
        }
        self.note_if_nothing(&source, before);
    }

    /// Loads a PEM bundle part by part, so that the load can be interrupted.
    fn pem(&mut self, source: &Arc<Path>, bytes: &[u8]) {
        let (mut scanner, mut rest, mut len) = (Scanner::new(), bytes, PART);
        while self.is_wanted(source) {
            let part = rest.get(..len).unwrap_or(rest);
            let is_last = part.len() == rest.len();
            let mut found = Found { load: self, source };
            let done = scanner.scan(part, is_last, &mut found);
            if is_last {
                break;
            }
            // A block that is longer than the part is scanned again in a longer part.
            len = if done == 0 { len.saturating_mul(2) } else { PART };
            rest = rest.get(done..).unwrap_or_default();
        }
    }

    /// Loads one DER certificate.
    fn der(&mut self, source: &Arc<Path>, der: &[u8]) {
        let added = self.store.add(der);
        self.added(source, 0, added);
    }

    fn added(&mut self, source: &Arc<Path>, offset: u64, added: Result<Added, Reason>) {
        match added {
            Ok(Added::New { non_positive_serial, is_listed }) => {
                self.report.loaded += 1;
                self.report.non_positive_serials += u64::from(non_positive_serial);
                if !is_listed {
                    self.skip(source, Some(offset), Reason::LongName);
                }
            }
            Ok(Added::Duplicate) => self.report.duplicates += 1,
            Err(reason) => self.skip(source, Some(offset), reason),
        }
    }

    /// Returns the number of results so far.
    fn outcome(&self) -> u64 {
        let Report { loaded, duplicates, unlisted, skipped, .. } = &self.report;
        loaded + duplicates + unlisted + skipped.len() as u64
    }

    /// Reports a source that yielded no results.
    fn note_if_nothing(&mut self, source: &Arc<Path>, before: u64) {
        if self.outcome() == before {
            self.skip(source, None, Reason::NoCertificate);
        }
    }
}

/// The sink that receives the scanner's findings for one source.
struct Found<'a, 'b> {
    load: &'a mut Load<'b>,
    source: &'a Arc<Path>,
}

impl Sink for Found<'_, '_> {
    #[inline]
    fn certificate(&mut self, offset: u64, base64: &[u8], is_trusted: bool) -> bool {
        let store = &mut *self.load.store;
        let added = if is_trusted { store.add_trusted(base64) } else { store.add_base64(base64) };
        let Some(added) = added else { return false };
        self.load.added(self.source, offset, added);
        true
    }

    #[cold]
    fn skip(&mut self, offset: u64, reason: Reason) {
        self.load.skip(self.source, Some(offset), reason);
    }
}
