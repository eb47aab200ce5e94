//! Checks that the checker calls every public function of `quicksalt::nacl` that handles secrets.
#![allow(clippy::unwrap_used)]
use std::collections::HashSet;
use std::fs::{read_dir, read_to_string};
use std::path::{Path, PathBuf};

use super::{CALLS, PUBLIC};
use crate::passwords::{ADDRESSED_BY_SECRETS as ADDRESSED, PRINTED};
use crate::{aead, aes, boxes, derivation, groups, ipcrypt, kem, macs, sponges, streams};

/// Returns the public functions in the sources of `quicksalt::nacl`. The macros in `key.rs` are
/// ignored: they define only comparisons and functions that forward their arguments. A macro in a
/// folder's `mod.rs` defines its functions in every module of the folder.
fn functions() -> HashSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/src/nacl");
    let mut functions = HashSet::from(["nacl::key::eq".into()]);
    for path in files(&folder) {
        let module = path.file_stem().unwrap().to_str().unwrap();
        if path.is_file() {
            functions.extend(names(&path).map(|name| format!("nacl::{module}::{name}")));
            continue;
        }
        if !path.join("mod.rs").is_file() {
            functions.extend(beside(&path, module));
            continue;
        }
        let common: Vec<_> = names(&path.join("mod.rs")).collect();
        for path in files(&path).filter(|path| !path.ends_with("mod.rs")) {
            let inner = format!("nacl::{module}::{}", path.file_stem().unwrap().display());
            if path.is_dir() {
                for path in files(&path) {
                    let part = path.file_stem().unwrap().display();
                    functions.extend(names(&path).map(|name| format!("{inner}::{part}::{name}")));
                }
                continue;
            }
            let all = common.iter().cloned().chain(names(&path));
            functions.extend(all.map(|name| format!("{inner}::{name}")));
        }
    }
    functions
}

/// Returns the functions of a module's submodules. The folder `boxes` defines its functions once
/// for both ciphers.
fn beside(folder: &Path, module: &str) -> Vec<String> {
    let ciphers: &[_] = match folder.join("xchacha20poly1305.rs").is_file() {
        true => &["", "xchacha20poly1305::"],
        false => &[""],
    };
    let sources = files(folder).filter(|path| path.is_file());
    let common = sources.flat_map(|path| names(&path).collect::<Vec<_>>());
    let named = |name: String| ciphers.iter().map(move |of| format!("nacl::{module}::{of}{name}"));
    common.flat_map(named).collect()
}

fn files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    read_dir(folder).unwrap().map(|entry| entry.unwrap().path())
}

/// Returns the public functions that a file defines.
fn names(path: &Path) -> impl Iterator<Item = String> {
    let text = if path.ends_with("key.rs") { String::new() } else { read_to_string(path).unwrap() };
    let lines: Vec<_> = text.lines().map(str::trim).map(String::from).collect();
    lines.into_iter().filter_map(|line| {
        let name = line.strip_prefix("pub fn ")?;
        Some(name[..name.find(['(', '<']).unwrap()].into())
    })
}

#[test]
fn every_function_is_called_or_has_no_secret() {
    let others = [
        aes::CALLS,
        derivation::CALLS,
        macs::CALLS,
        sponges::CALLS,
        groups::CALLS,
        streams::CALLS,
        streams::CIPHERS,
        ipcrypt::CALLS,
        kem::CALLS,
    ];
    let shaped = aead::CALLS.iter().chain(boxes::CALLS).copied();
    let calls = [CALLS].into_iter().chain(others).chain(shaped).flatten();
    let named = calls.flat_map(|call| call.name.split(", "));
    let known = named.map(|name| name.split(" of ").next().unwrap()).chain(PUBLIC.to_vec());
    let features = [ipcrypt::PUBLIC, kem::PUBLIC].concat();
    let others = [ADDRESSED, PRINTED, groups::PUBLIC, boxes::PUBLIC, &features].concat();
    assert_eq!(functions(), known.chain(others).map(Into::into).collect::<HashSet<String>>());
}
