//! Loading: from bytes, files, directories and the system's store.
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

/// Bytes of PEM that are looked at before the caller is asked again: some milliseconds.
const PART: usize = 1 << 20;

impl TrustStore {
    /// Loads files and the files of directories: PEM bundles and single certificates in DER.
    ///
    /// A file that is reached several times, through links or hashed names, is read once. The
    /// entries of a directory are taken in the order of their names; directories inside it are not
    /// entered, and counted. Nothing aborts the load; the report lists what is left out.
    ///
    /// A `TRUSTED CERTIFICATE` of OpenSSL is trusted for the purposes that it says, and for none
    /// that it rejects, wherever it is in a chain.
    ///
    /// Only a caller who loses interest ([`quicksalt::interrupt`]) ends this load or one of the
    /// others early: then the store is as it was, and the report says [`Reason::Interrupted`] and
    /// nothing else.
    pub fn load<P: AsRef<Path>>(&mut self, paths: impl IntoIterator<Item = P>) -> Report {
        let mut load = Load::new(self);
        for path in paths {
            load.path(path.as_ref());
        }
        load.end()
    }

    /// Loads a PEM bundle or one certificate in DER from memory. The report calls it `name`.
    pub fn load_bytes(&mut self, name: &str, bytes: &[u8]) -> Report {
        let mut load = Load::new(self);
        load.bytes(Path::new(name).into(), bytes);
        load.end()
    }

    /// Loads the system's store.
    ///
    /// The environment variables `SSL_CERT_FILE` and `SSL_CERT_DIR` (several directories with a
    /// colon between them) name it, as for OpenSSL. Without them it is the first of the bundles
    /// that distributions keep, or else the first of the directories. Tested on Debian; the places
    /// of Fedora, openSUSE, Alpine, FreeBSD and OpenBSD are known from their documentation. On
    /// macOS and Windows the crate rustls-native-certs asks the operating system, untested here.
    pub fn load_system(&mut self) -> Report {
        let mut load = Load::new(self);
        system::load(&mut load);
        load.end()
    }
}

/// One load: the store, what was read already, and what there is to say.
struct Load<'a> {
    store: &'a mut TrustStore,
    limits: Limits,
    report: Report,
    seen: HashSet<Identity>,
    window: Window,
    /// What the store was before.
    before: Option<Mark>,
    /// What was being read when the load was interrupted.
    interrupted: Option<Arc<Path>>,
}

impl<'a> Load<'a> {
    fn new(store: &'a mut TrustStore) -> Self {
        // Only who may lose interest needs it.
        let before = interrupt::is_asked().then(|| store.mark());
        let limits = store.limits().clone();
        let window = Window::new(limits.certificate);
        let (report, seen) = (Report::default(), HashSet::new());
        Self { store, limits, report, seen, window, before, interrupted: None }
    }

    /// What there is to say in the end; the store is as before if the load was interrupted.
    fn end(mut self) -> Report {
        let Some(source) = self.interrupted.take() else { return self.report };
        if let Some(before) = self.before.take() {
            self.store.go_back(before);
        }
        self.report = Report::default();
        self.skip(&source, None, Reason::Interrupted);
        self.report
    }

    /// Whether to go on, from what is read now.
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

    /// A file, or the files of a directory.
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

    /// A PEM bundle, a part at a time so that the load can be interrupted.
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
            // A block that is longer than the part is looked at again in a longer one.
            len = if done == 0 { len.saturating_mul(2) } else { PART };
            rest = rest.get(done..).unwrap_or_default();
        }
    }

    /// One certificate in DER.
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

    /// How much has come out so far.
    fn outcome(&self) -> u64 {
        let Report { loaded, duplicates, unlisted, skipped, .. } = &self.report;
        loaded + duplicates + unlisted + skipped.len() as u64
    }

    /// Reports a source out of which nothing has come.
    fn note_if_nothing(&mut self, source: &Arc<Path>, before: u64) {
        if self.outcome() == before {
            self.skip(source, None, Reason::NoCertificate);
        }
    }
}

/// What the scanner finds in one source.
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
