//! Loads the store that a call names, and reports which certificates were loaded.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use quicksalt_command::{Argument, Call, Failure, Json, Kind, Opt, Terminal, number};
use quicksalt_trust::{Reason, Report, Skipped, TrustStore};

use super::SHOWN;
use super::outside::outside;
use super::said::{self, name};

pub(super) const PATHS: Argument = Argument::any("PATH", Kind::Anything);
pub(super) const SYSTEM: Opt = Opt::flag("--system", "The certificates that the system trusts.");
pub(super) const CERTIFI: Opt = Opt::flag("--certifi", "The bundle of the package certifi.");
pub(super) const STRICT: Opt =
    Opt::flag("--strict", "Fail if a file or a certificate is left out.");
pub(super) const MISSING_OK: Opt = Opt::flag("--missing-ok", "Ignore a PATH that does not exist.");

/// The sources from which a store is loaded.
#[derive(Default)]
pub(super) struct Places {
    pub(super) paths: Vec<PathBuf>,
    pub(super) system: bool,
    pub(super) certifi: bool,
    pub(super) strict: bool,
    pub(super) missing_ok: bool,
}

impl Places {
    /// Returns the sources that a call names.
    pub(super) fn of(call: &Call) -> Self {
        Self {
            paths: call.paths(PATHS.name),
            system: call.has(SYSTEM.long),
            certifi: call.has(CERTIFI.long),
            strict: call.has(STRICT.long),
            missing_ok: call.has(MISSING_OK.long),
        }
    }

    /// Loads all named sources, or the system's store if none is named.
    pub(super) fn load(&self, terminal: &mut Terminal) -> Result<Opened, Failure> {
        let missing = self.paths.iter().find(|path| !self.missing_ok && !path.exists());
        if let Some(path) = missing {
            let name = name(path);
            return Err(Failure::usage(format!(
                "no file or directory {name} (--missing-ok ignores it)"
            )));
        }
        let mut opened = Opened { store: TrustStore::new(), report: Report::default() };
        if self.certifi {
            let path = (outside().certifi)().map_err(Failure::missing)?;
            opened.add(self.strict, terminal, |store| store.load([path]))?;
        }
        if self.system || !self.certifi && self.paths.is_empty() {
            opened.add(self.strict, terminal, TrustStore::load_system)?;
        }
        opened.add(self.strict, terminal, |store| store.load(&self.paths))?;
        Ok(opened)
    }
}

/// A store, and the report that loading it returned.
pub(super) struct Opened {
    pub(super) store: TrustStore,
    pub(super) report: Report,
}

impl Opened {
    /// Loads a file. A missing file results in an empty store.
    pub(super) fn file(path: &Path, terminal: &mut Terminal) -> Result<Self, Failure> {
        let places = Places { paths: vec![path.into()], missing_ok: true, ..Places::default() };
        places.load(terminal)
    }

    fn add(
        &mut self,
        strict: bool,
        terminal: &mut Terminal,
        load: impl FnOnce(&mut TrustStore) -> Report,
    ) -> Result<(), Failure> {
        let report = terminal.working("loading", || load(&mut self.store));
        if report.skipped.iter().any(|one| one.reason == Reason::Interrupted) {
            return Err(Failure::interrupted());
        }
        if strict && !report.is_clean() {
            let more = match left_out_count(&report) {
                0 | 1 => String::new(),
                count => format!(" (and {} more)", count - 1),
            };
            let first = report.skipped.first().map_or_else(|| "left out".into(), skipped);
            return Err(Failure::failed(first + &more));
        }
        self.report.append(report);
        Ok(())
    }

    /// Reports skipped entries on the error output. Only commands whose own output does not cover
    /// them call this.
    pub(super) fn warn(self, terminal: &mut Terminal) -> Result<Self, Failure> {
        for line in left_out(&self.report) {
            terminal.note(&line)?;
        }
        Ok(self)
    }

    /// Rejects an empty store under the name that the user gave; warns about skipped entries.
    pub(super) fn filled(self, name: &Path, terminal: &mut Terminal) -> Result<Self, Failure> {
        if !self.store.is_empty() {
            return self.warn(terminal);
        }
        let reasons = left_out(&self.report).join("; ");
        if reasons.is_empty() {
            return Err(Failure::broken(format!("{}: no certificate found", said::name(name))));
        }
        Err(Failure::broken(reasons))
    }
}

/// Returns one line per skipped entry, then the number of further skipped entries.
pub(super) fn left_out(report: &Report) -> Vec<String> {
    let shown = report.skipped.iter().take(SHOWN);
    let mut lines: Vec<_> = shown.map(|one| format!("left out: {}", skipped(one))).collect();
    let more = left_out_count(report).saturating_sub(SHOWN as u64);
    if more > 0 {
        lines.push(format!("and {more} more left out"));
    }
    lines
}

fn left_out_count(report: &Report) -> u64 {
    report.skipped.len() as u64 + report.unlisted
}

/// Returns a line with the path and the reason of a skipped entry.
fn skipped(one: &Skipped) -> String {
    let place = one.offset.map(|offset| format!(", byte {offset}")).unwrap_or_default();
    format!("{}{place}: {}", name(&*one.source), one.reason)
}

/// Summarises a report; rare counts appear only if they are nonzero.
pub(super) fn summary(report: &Report) -> String {
    let rare = [
        (report.duplicates, "duplicate", ""),
        (report.directories, "folder", " not entered"),
        (report.links, "link", " to files already read"),
        (report.non_positive_serials, "serial number", " not positive"),
    ];
    let rare = rare.iter().filter(|(count, ..)| *count > 0);
    let first =
        format!("{} from {}", number(report.loaded, "certificate"), number(report.files, "file"));
    let parts = rare.map(|(count, noun, rest)| number(*count, noun) + rest);
    core::iter::once(first).chain(parts).collect::<Vec<_>>().join(", ")
}

/// Returns a report as JSON values.
pub(super) fn report_json(report: &Report) -> Vec<(OsString, Json)> {
    let skipped = report.skipped.iter().map(|one| {
        Json::map([
            ("source", Json::from(&*one.source)),
            ("offset", one.offset.into()),
            ("code", one.reason.code().into()),
            ("text", one.reason.to_string().into()),
        ])
    });
    [
        ("files", report.files.into()),
        ("links", report.links.into()),
        ("loaded", report.loaded.into()),
        ("duplicates", report.duplicates.into()),
        ("non_positive_serials", report.non_positive_serials.into()),
        ("skipped", Json::List(skipped.collect())),
        ("unlisted", report.unlisted.into()),
        ("directories", report.directories.into()),
    ]
    .map(|(name, value)| (name.into(), value))
    .into()
}
