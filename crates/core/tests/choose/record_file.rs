//! The record file: its owner, its type and size, when it is read, and how it is replaced.

use core::time::Duration;
#[cfg(unix)]
use std::os::unix::fs::{PermissionsExt as _, chown, symlink};
use std::path::Path;
#[cfg(unix)]
use std::{env, process::Command};
use std::{fs, process, thread};

use quicksalt::choose::record::{Row, ignored, path, save};
#[cfg(unix)]
use quicksalt::choose::{Policy, from_env, policy};
use quicksalt::choose::{explain, forget, identity};
use quicksalt::hazmat::xsalsa20;

use crate::child::{self, report};
#[cfg(unix)]
use crate::record::{ALL, decides};
use crate::record::{Folder, ours, portable, record, row};

/// Seconds until a hanging child exits, so that the test fails instead of hanging.
const PATIENCE: u64 = 60;

/// A user id that is neither root's nor, usually, the current user's.
#[cfg(unix)]
const NOBODY: u32 = 65_534;

/// Reports why the file is ignored, or that it counts.
#[test]
#[ignore = "run as a child"]
fn verdict() {
    thread::spawn(|| {
        thread::sleep(Duration::from_secs(PATIENCE));
        process::exit(1);
    });
    report(ignored().unwrap_or_else(|| "counts".into()));
}

fn told(file: &Path) -> String {
    child::run("record_file::verdict", &[("QUICKSALT_RECORD", file)]).remove(0)
}

/// Windows has access control lists instead of modes and owners, and the library does not read them.
#[cfg(unix)]
#[test]
fn a_file_writable_by_others_is_ignored() {
    let folder = Folder::new("writable");
    let file = folder.file(record(&[ours(&portable())]));
    for mode in [0o664, 0o646, 0o622] {
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        decides(&file, &[]);
        let why = format!("users other than its owner may write to it (mode {mode:o})");
        assert_eq!(told(&file), why);
    }
    for mode in [0o600, 0o644, 0o444] {
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        decides(&file, &ALL);
        assert_eq!(told(&file), "counts");
    }
}

#[cfg(unix)]
#[test]
fn a_file_of_another_user_is_ignored() {
    let folder = Folder::new("foreign");
    let file = folder.file(record(&[ours(&portable())]));
    if chown(&file, Some(NOBODY), None).is_err() {
        eprintln!("skipped: only root can give a file away");
        return;
    }
    decides(&file, &[]);
    assert_eq!(told(&file), format!("it belongs to user {NOBODY}"));
}

#[test]
fn files_that_are_not_records_are_reported() {
    let folder = Folder::new("named");
    let no_record = "it is not a record that this version writes";
    assert_eq!(told(&folder.0.join("missing")), "counts");
    assert_eq!(told(&folder.0), "it is not a regular file");
    #[cfg(unix)]
    {
        assert_eq!(told(Path::new("/dev/zero")), "it is not a regular file");
        let link = folder.0.join("link");
        symlink("/dev/zero", &link).unwrap();
        assert_eq!(told(&link), "it is not a regular file");
        let fifo = folder.0.join("fifo");
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        assert_eq!(told(&fifo), "it is not a regular file");
    }
    assert_eq!(told(&folder.file("")), no_record);
    assert_eq!(told(&folder.file("quicksalt-record 3\n")), no_record);
    let old = record(&[ours(&portable())]).replacen(" 2\n", " 1\n", 1);
    let older = "it is a record of an older format: quicksalt tune writes a new one";
    assert_eq!(told(&folder.file(old)), older);
    let huge = format!("quicksalt-record 2\n{}", "begin a b\nend 0\n".repeat(1 << 16));
    assert_eq!(told(&folder.file(huge)), "it is larger than 1048576 bytes");
}

/// The kernel reports it as a regular file, but a reader blocks until the next kernel message.
#[cfg(unix)]
#[test]
fn files_of_the_kernel_are_not_read() {
    for file in ["/proc/kmsg", "/proc/self/environ"].map(Path::new) {
        if fs::File::open(file).is_ok() {
            assert_eq!(
                told(file),
                "it is not a record that this version writes",
                "{}",
                file.display()
            );
        }
    }
}

fn chosen() -> &'static str {
    explain(&[&xsalsa20::PRIMITIVE])[1].classes[0].choice.as_ref().unwrap().1.name()
}

/// Chooses with the original file, after another process has changed it, and after saving.
#[test]
#[ignore = "run as a child"]
fn again() {
    report(chosen());
    fs::remove_file(path().unwrap()).unwrap();
    forget(&[&xsalsa20::PRIMITIVE]);
    report(chosen());
    save(vec![row("xsalsa20.xor", 128, "portable")]).unwrap();
    forget(&[&xsalsa20::PRIMITIVE]);
    report(chosen());
}

#[test]
fn a_process_reads_the_file_once_and_after_saving() {
    let folder = Folder::new("once");
    let file = folder.file(record(&[ours(&portable())]));
    let lines = child::run("record_file::again", &[("QUICKSALT_RECORD", &file)]);
    assert_eq!(lines[..2], ["record", "record"]);
    assert_ne!(lines[2], "record");
}

/// Saves where a link occupies a temporary name that an attacker could predict.
#[test]
#[ignore = "run as a child"]
fn saves_beside_a_link() {
    #[cfg(unix)]
    {
        let file = path().unwrap();
        let planted = file.with_file_name(format!("record.{}", process::id()));
        symlink(file.with_file_name("victim"), planted).unwrap();
    }
    match save(vec![row("sha256.hash", 0, "portable")]) {
        Ok(saved) => {
            report("saved");
            saved.lost.iter().for_each(report);
        }
        Err(error) => report(error),
    }
}

/// Symbolic links need a privilege on Windows.
#[cfg(unix)]
#[test]
fn saving_follows_no_link() {
    let folder = Folder::new("links");
    let file = folder.0.join("record");
    let saved = || child::run("record_file::saves_beside_a_link", &[("QUICKSALT_RECORD", &file)]);
    assert_eq!(saved(), ["saved"]);
    assert!(!folder.0.join("victim").exists(), "a link under the temporary name was followed");
    // A link in place of the file itself is replaced.
    let target = folder.0.join("target");
    fs::write(&target, "mine").unwrap();
    fs::remove_file(&file).unwrap();
    symlink(&target, &file).unwrap();
    let why = "the whole file, which was ignored: it is not a record that this version writes";
    assert_eq!(saved(), ["saved", why]);
    assert_eq!(fs::read_to_string(&target).unwrap(), "mine");
    let metadata = fs::symlink_metadata(&file).unwrap();
    assert!(metadata.is_file());
    assert_eq!(metadata.permissions().mode() & 0o022, 0);
}

#[cfg(unix)]
#[test]
fn saving_replaces_only_files_and_links() {
    let folder = Folder::new("kinds");
    let fifo = folder.0.join("record");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let lines = child::run("record_file::saves_beside_a_link", &[("QUICKSALT_RECORD", &fifo)]);
    let why = format!("cannot write {}: the path exists and is not a file", fifo.display());
    assert_eq!(lines, [why]);
    assert!(!fs::symlink_metadata(&fifo).unwrap().is_file());
}

#[test]
fn saving_writes_the_newest_entries_up_to_the_limit() {
    let folder = Folder::new("newest");
    let other = |i: usize| format!("begin x86_64-Other-{i} 1\nsha256.hash 0 shani\nend 1\n");
    let others: Vec<_> = (0..16).map(other).collect();
    let file = folder.file(record(&others));
    let saved = || child::run("record_file::saves_beside_a_link", &[("QUICKSALT_RECORD", &file)]);
    assert_eq!(saved(), ["saved", "the entry of x86_64-Other-0, build 1"]);
    let mut kept = others[1..].to_vec();
    kept.push(ours("sha256.hash 0 portable\n"));
    assert_eq!(fs::read_to_string(&file).unwrap(), record(&kept));
    // An older build's entry of a machine is dropped before another machine's entry.
    let mut twice: Vec<_> = others[..15].to_vec();
    twice.push("begin x86_64-Other-7 2\nsha256.hash 0 shani\nend 1\n".into());
    folder.file(record(&twice));
    assert_eq!(saved(), ["saved", "the entry of x86_64-Other-7, build 1"]);
}

/// Sixteen machines fit, each with all rows and epochs of two tuning runs with two epochs each.
#[test]
fn sixteen_machines_fit() {
    let folder = Folder::new("sixteen");
    let epochs = " quiet,busy,quiet,busy a=1.000,1.000,1.000,1.000 b=1.234,1.234,1.234,1.234";
    let rows = format!("xsalsa20poly1305.seal 16384 portable{epochs} c=1,1,1,1\n").repeat(550);
    assert!(rows.len() > 58_274);
    let other = |i: usize| format!("begin x86_64-Other-{i} 1\n{rows}end 550\n");
    let others: Vec<_> = (1..16).map(other).collect();
    let file = folder.file(record(&others));
    let lines = child::run("record_file::saves_beside_a_link", &[("QUICKSALT_RECORD", &file)]);
    assert_eq!(lines, ["saved"]);
    let kept = [others, vec![ours("sha256.hash 0 portable\n")]].concat();
    assert_eq!(fs::read_to_string(&file).unwrap(), record(&kept));
}

#[test]
fn entries_lost_by_saving_are_reported() {
    let folder = Folder::new("told");
    let saved = |text: &str| {
        let file = folder.file(text);
        child::run("record_file::saves_beside_a_link", &[("QUICKSALT_RECORD", &file)])
    };
    let good = "begin x86_64-Other-1 1\nsha256.hash 0 shani\nend 1\n";
    assert_eq!(saved(&record(&[good.into()])), ["saved"]);
    let cut = good.replace("end 1", "end");
    assert_eq!(saved(&record(&[cut])), ["saved", "the entry of x86_64-Other-1, build 1"]);
    let nameless = good.replace("begin x86_64-Other-1", "begin");
    assert_eq!(saved(&record(&[nameless])), ["saved", "the damaged entry in line 2"]);
    let why = "the whole file, which was ignored: it is not a record that this version writes";
    assert_eq!(saved("quicksalt-record 3\n"), ["saved", why]);
}

/// A full disk can truncate a file at any byte.
#[test]
fn a_damaged_entry_is_reported_with_its_line() {
    let folder = Folder::new("cut");
    let good = record(&[ours(&portable())]);
    let last = good.lines().count();
    let damaged = "the entry for this processor and build is damaged in line";
    let cut = good.lines().take(4).map(|line| format!("{line}\n")).collect::<String>();
    assert_eq!(told(&folder.file(&cut)), format!("{damaged} 5"));
    assert_eq!(told(&folder.file(&cut[..cut.len() - 12])), format!("{damaged} 4"));
    let short = good.replace("end 7", "end 8");
    assert_eq!(told(&folder.file(short)), format!("{damaged} {last}"));
    assert_eq!(told(&folder.file("quicksalt-record 2\nbegin x86")), format!("{damaged} 2"));
    let foreign = good.replace(&identity(), "x86_64-Other-1").replace("end 7", "end 8");
    assert_eq!(told(&folder.file(foreign)), "counts");
}

/// Saves a row with 640 KiB of epochs, and rows with malformed epochs.
#[test]
#[ignore = "run as a child"]
fn saves_epochs() {
    let figures = format!("quiet portable=1.{}", "0".repeat(640 << 10));
    for epochs in [figures.as_str(), "quiet\nend 1", "calm portable=1"] {
        let row = Row { epochs: epochs.into(), ..row("sha256.hash", 0, "portable") };
        report(match save(vec![row]) {
            Ok(saved) => format!("saved {:?}", saved.lost),
            Err(error) => error.to_string(),
        });
    }
}

#[test]
fn the_oldest_epochs_are_dropped_first() {
    let folder = Folder::new("room");
    let figures = |count| format!("quiet shani=1.{}", "0".repeat(count));
    let other = |i: usize, rest: &str| {
        format!("begin x86_64-Other-{i} 1\nsha256.hash 0 shani{rest}\nend 1\n")
    };
    let kept = other(2, &format!(" {}", figures(16 << 10)));
    let file = folder.file(record(&[other(1, &format!(" {}", figures(480 << 10))), kept.clone()]));
    let lines = child::run("record_file::saves_epochs", &[("QUICKSALT_RECORD", &file)]);
    let cannot = format!("cannot write {}: malformed epochs of sha256.hash:", file.display());
    let refused = ["\"quiet\\nend 1\"", "\"calm portable=1\""].map(|e| format!("{cannot} {e}"));
    let saved = "saved [Epochs(\"x86_64-Other-1\", \"1\")]";
    assert_eq!(lines, [saved, &refused[0], &refused[1]]);
    let own = ours(&format!("sha256.hash 0 portable quiet portable=1.{}\n", "0".repeat(640 << 10)));
    assert_eq!(fs::read_to_string(&file).unwrap(), record(&[other(1, ""), kept, own]));
}

/// Reports whether real and effective user differ, the choice, and the values from the environment.
#[cfg(unix)]
#[test]
#[ignore = "run as a child"]
fn privileged() {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let identities = status.lines().find_map(|line| line.strip_prefix("Uid:")).unwrap_or_default();
    let mut identities = identities.split_whitespace();
    report(identities.next() != identities.next());
    assert_eq!(from_env(&[&xsalsa20::PRIMITIVE]), []);
    report(policy().map_or("none", Policy::name));
    report(chosen());
    report(path().is_none());
    report(save(vec![]).is_err());
}

#[cfg(unix)]
#[test]
fn a_setuid_program_ignores_the_variables() {
    let folder = Folder::new("setuid");
    let record = folder.file(record(&[ours(&portable())]));
    let binary = folder.0.join("binary");
    // Copied by another process: a file open for writing here stays open in children of other
    // threads.
    let copied = Command::new("cp").arg(env::current_exe().unwrap()).arg(&binary).status();
    assert!(copied.unwrap().success());
    if chown(&binary, Some(NOBODY), None).is_err() {
        eprintln!("skipped: only root can make a program setuid to somebody else");
        return;
    }
    let run = |variable, value: &Path| {
        child::run_by(&binary, "record_file::privileged", &[(variable, value)])
    };
    let none = |lines: Vec<String>| {
        assert_eq!(lines[0], "true");
        assert_eq!(lines[1], "fastest");
        assert!(["rank", "table"].contains(&lines[2].as_str()), "{lines:?}");
        assert_eq!(lines[3..], ["true", "true"]);
    };
    fs::set_permissions(&binary, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(run("QUICKSALT_RECORD", &record)[..3], ["false", "fastest", "record"]);
    fs::set_permissions(&binary, fs::Permissions::from_mode(0o4755)).unwrap();
    let lines = run("QUICKSALT_RECORD", &record);
    if lines[0] == "false" {
        eprintln!("skipped: the file system of {} has no setuid programs", folder.0.display());
        return;
    }
    none(lines);
    none(run("QUICKSALT_POLICY", Path::new("verified")));
    none(run("QUICKSALT_USE", Path::new("xsalsa20=portable")));
    none(run("HOME", &folder.0));
    none(run("XDG_CACHE_HOME", &folder.0));
}
