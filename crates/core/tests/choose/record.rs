//! The record file: its valid parts decide, and its invalid parts do not disturb a call.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process;

use quicksalt::choose::record::{BUILD_ID, Row, in_force, path, save};
use quicksalt::choose::{Axis, explain, identity};
use quicksalt::hazmat::xsalsa20;

use crate::child::{self, report};
use crate::fake::{candidate, primitive, selected};

/// Reports the candidate chosen for XSalsa20's `xor` in each class.
#[test]
#[ignore = "run as a child"]
fn choices() {
    for class in &explain(&[&xsalsa20::PRIMITIVE])[1].classes {
        let (name, reason) = class.choice.clone().unwrap();
        report(format!("{} {name}", reason.name()));
    }
}

/// A folder that is removed at the end of the test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("quicksalt-{}-{name}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(crate) fn file(&self, content: impl AsRef<[u8]>) -> PathBuf {
        let file = self.0.join("record");
        fs::write(&file, content).unwrap();
        // Independent of the umask: a file that other users may write to is ignored.
        #[cfg(unix)]
        fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).unwrap();
        file
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn entry(cpu: &str, build: &str, rows: &str) -> String {
    format!("begin {cpu} {build}\n{rows}end {}\n", rows.lines().count())
}

pub(crate) fn ours(rows: &str) -> String {
    entry(&identity(), BUILD_ID, rows)
}

pub(crate) fn record(entries: &[String]) -> String {
    format!("quicksalt-record 2\n{}", entries.concat())
}

/// Returns rows that choose the portable candidate for `xsalsa20.xor` in every class.
pub(crate) fn portable() -> String {
    let bounds = Axis::Bytes.bounds().iter();
    bounds.map(|bound| format!("xsalsa20.xor {bound} portable\n")).collect()
}

fn chosen(file: &Path) -> Vec<String> {
    child::run("record::choices", &[("QUICKSALT_RECORD", file)])
}

/// Checks that the record decides in exactly these classes.
#[track_caller]
pub(crate) fn decides(file: &Path, classes: &[usize]) {
    let lines = chosen(file);
    assert_eq!(lines.len(), 7);
    for (class, line) in lines.iter().enumerate() {
        let recorded = line == "record portable";
        assert_eq!(recorded, classes.contains(&class), "class {class}: {line}");
        assert_eq!(line.starts_with("record "), recorded, "class {class}: {line}");
    }
}

pub(crate) const ALL: [usize; 7] = [0, 1, 2, 3, 4, 5, 6];

#[test]
fn an_entry_of_this_machine_and_build_decides() {
    let folder = Folder::new("decides");
    decides(&folder.file(record(&[ours(&portable())])), &ALL);
    decides(&folder.file(record(&[ours("xsalsa20.xor 128 portable\n")])), &[1]);
    let foreign = entry("x86_64-Other-1-2-3-00000000", BUILD_ID, "xsalsa20.xor 0 avx2\n");
    decides(&folder.file(record(&[foreign.clone(), ours(&portable()), foreign])), &ALL);
    // Of two entries the later one wins.
    let other = ours("xsalsa20.xor 0 portable\n");
    decides(&folder.file(record(&[ours(&portable()), other])), &[0]);
    // Lines may end as on other systems.
    decides(&folder.file(record(&[ours(&portable())]).replace('\n', "\r\n")), &ALL);
}

#[test]
fn unknown_names_are_skipped() {
    let folder = Folder::new("names");
    let rows = "xsalsa20.xor 0 gone\nxsalsa20.xor 128 portable\nxsalsa20.xor 129 portable\n\
                sha3.hash 0 portable\nxsalsa20.mix 0 portable\nxsalsa20.xor 256 ../portable\n";
    decides(&folder.file(record(&[ours(rows)])), &[1]);
}

#[test]
fn foreign_and_damaged_entries_are_ignored() {
    let folder = Folder::new("damaged");
    let good = record(&[ours(&portable())]);
    let foreign = |cpu: &str, build: &str| record(&[entry(cpu, build, &portable())]);
    for (what, content) in [
        ("empty", String::new()),
        ("another version", good.replacen(" 2\n", " 3\n", 1)),
        ("the older format", good.replacen(" 2\n", " 1\n", 1)),
        ("no header", ours(&portable())),
        ("another processor", foreign("x86_64-Other-1-2-3-00000000", BUILD_ID)),
        ("another build", foreign(&identity(), "0.0.1-0000000000000000-1.95.0")),
        ("a line lost", good.replacen("xsalsa20.xor 256 portable\n", "", 1)),
        ("a line twice", good.replacen("xsalsa20.xor 0", "a.b 0 c\nxsalsa20.xor 0", 1)),
        ("a size that is none", good.replacen("xsalsa20.xor 256", "xsalsa20.xor -1", 1)),
        ("a count that is none", good.replacen("end 7", "end x", 1)),
        (
            "words too many",
            good.replacen("xsalsa20.xor 0 portable", "xsalsa20.xor 0 portable 1", 1),
        ),
        (
            "epochs and figures that do not fit",
            good.replacen("0 portable", "0 portable quiet,busy portable=1", 1),
        ),
        ("no end", good.replacen("end 7\n", "", 1)),
        ("begun anew", good.replacen("end 7\n", "begin a b\nend 0\n", 1)),
    ] {
        assert_eq!(chosen(&folder.file(&content)).len(), 7);
        assert!(content != good, "{what}");
        decides(&folder.file(content), &[]);
    }
    for cut in [1, 20, good.len() / 2, good.len() - 4] {
        decides(&folder.file(&good[..cut]), &[]);
    }
    decides(
        &folder.file([b"quicksalt-record 2\n\xff\xfe".as_slice(), good.as_bytes()].concat()),
        &[],
    );
}

#[test]
fn missing_and_endless_files_are_ignored() {
    let folder = Folder::new("files");
    decides(&folder.0.join("missing"), &[]);
    decides(&folder.0, &[]);
    decides(Path::new(if cfg!(windows) { "NUL" } else { "/dev/zero" }), &[]);
    decides(&folder.file("record").join("below-a-file"), &[]);
    // The start of the file is valid, but the program never writes files of this size.
    let mut huge = record(&[ours(&portable())]).into_bytes();
    huge.resize(3 << 20, b'\n');
    assert_eq!(chosen(&folder.file(huge)).len(), 7);
}

/// Windows has neither: a pipe is not in a folder, and std sets no access rights there.
#[cfg(unix)]
#[test]
fn a_fifo_and_an_unreadable_file_do_not_disturb() {
    let folder = Folder::new("unreadable");
    let fifo = folder.0.join("fifo");
    let status = process::Command::new("mkfifo").arg(&fifo).status().unwrap();
    assert!(status.success());
    decides(&fifo, &[]);
    let secret = folder.file(record(&[ours(&portable())]));
    let mut permissions = fs::metadata(&secret).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0);
    fs::set_permissions(&secret, permissions).unwrap();
    // A process with root privileges can read it nevertheless.
    decides(&secret, if fs::File::open(&secret).is_ok() { &ALL } else { &[] });
}

pub(crate) fn row(operation: &str, size: usize, candidate: &str) -> Row {
    Row { operation: operation.into(), size, candidate: candidate.into(), epochs: String::new() }
}

const EPOCHS: &str = "quiet,busy avx2=1.2,- portable=1,1";

/// Saves a record and reports the outcome.
#[test]
#[ignore = "run as a child"]
fn saved() {
    let measured = Row { epochs: EPOCHS.into(), ..row("xsalsa20.xor", 0, "portable") };
    let rows = vec![measured, row("sha256.hash", 0, "portable")];
    match save(rows.clone()) {
        Ok(saved) => report(format!("saved {}", Some(&saved.path) == path().as_ref())),
        Err(error) => report(error),
    }
    report(in_force() == Some(rows));
}

#[test]
fn saving_preserves_the_entries_of_other_machines() {
    let folder = Folder::new("saves");
    let foreign = entry("x86_64-Other-1-2-3-00000000", "1", "sha256.hash 0 shani\n");
    let file = folder.file(record(&[foreign.clone(), ours(&portable())]));
    assert_eq!(child::run("record::saved", &[("QUICKSALT_RECORD", &file)]), ["saved true", "true"]);
    let text = fs::read_to_string(&file).unwrap();
    let rows = format!("xsalsa20.xor 0 portable {EPOCHS}\nsha256.hash 0 portable\n");
    assert_eq!(text, record(&[foreign, ours(&rows)]));
    decides(&file, &[0]);
    let names: Vec<_> = fs::read_dir(&folder.0).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, ["record"], "a temporary file was left behind");
    // The record is in the user's cache, and missing folders are created.
    let cache = folder.0.join("cache");
    let outcome = child::run("record::saved", &[("XDG_CACHE_HOME", &cache)]);
    assert_eq!(outcome, ["saved true", "true"]);
    assert!(cache.join("quicksalt/record").is_file());
}

#[test]
fn a_failed_write_names_the_file() {
    let folder = Folder::new("readonly");
    let below = folder.file("no folder").join("record");
    // These paths are not writable, whatever the privileges of the process.
    let system = Path::new(if cfg!(windows) { "NUL/record" } else { "/proc/quicksalt/record" });
    for file in [below.as_path(), system, folder.0.as_path()] {
        let lines = child::run("record::saved", &[("QUICKSALT_RECORD", file)]);
        let text = format!("cannot write {}: ", file.display());
        assert!(lines[0].starts_with(&text), "{lines:?}");
        assert_eq!(lines[1], "false");
    }
    let lines = child::run("record::saved", &[("HOME", "")]);
    assert_eq!(lines, ["no path for the record: set QUICKSALT_RECORD or HOME", "false"]);
}

/// The record is only data: it can name a candidate but not make it usable.
#[test]
#[ignore = "run as a child"]
fn distrusted() {
    let fake = primitive!(
        "distrust",
        [candidate("wrong", false), candidate("right", true), candidate("portable", true)],
        &[]
    );
    for (name, reason) in selected(fake) {
        report(format!("{} {name}", reason.name()));
    }
}

#[test]
fn a_record_cannot_choose_a_failed_candidate() {
    let folder = Folder::new("distrust");
    let rows = "distrust.one 0 wrong\ndistrust.one 128 portable\ndistrust.two 0 wrong\n";
    let file = folder.file(record(&[ours(rows)]));
    let lines = child::run("record::distrusted", &[("QUICKSALT_RECORD", &file)]);
    let right = "table right";
    assert_eq!(lines, [right, "record portable", right, right, right, right, right, right]);
}
