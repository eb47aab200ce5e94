//! Helpers shared by the tests of several modules.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::czd0::Contexts;
use crate::error::Error;
use crate::lms::hss::PublicKey;
use crate::lms::{self, Family, Height, ID_LEN, Params, Width};
use crate::reader::Reader;
use crate::reserved::ReservedIndex;
use crate::trees::{Levels, SecretKey, Signer, TreeId, TreeSeed};

/// Returns the parameters of a tree of this height; heights 5 and 10 are fast to generate.
fn small(height: u32) -> Params {
    let height = Height::ALL.into_iter().find(|one| one.levels() == height).unwrap();
    Params { family: Family::Sha256N24, height, width: Width::W4 }
}

/// Returns the secret of a key with trees of these heights.
pub(crate) fn secret(heights: &[u32]) -> SecretKey {
    let levels: Vec<_> = heights.iter().map(|&height| small(height)).collect();
    SecretKey::from_seed(Levels::new(&levels).unwrap(), &[7; 32]).unwrap()
}

/// Returns the secret of a tree of this height.
pub(crate) fn seed(height: u32) -> TreeSeed {
    secret(&[height]).tree(TreeId::TOP).unwrap()
}

/// Returns the public key of a key with `levels` levels, and its signature of `message` at an
/// index.
pub(crate) fn signed(levels: usize, index: u64, message: &[u8]) -> (PublicKey, Vec<u8>) {
    let mut signer = Signer::generate(secret(&vec![5; levels])).unwrap();
    let signature = signer.sign(ReservedIndex::new(index), message).unwrap();
    (signer.public_key(), signature)
}

/// The part of a signature that one tree made.
pub(crate) struct Part {
    /// The tree's encoded public key, as signed by the tree above; empty for the top tree.
    pub(crate) tree: Vec<u8>,
    pub(crate) leaf: u32,
    pub(crate) signature: Vec<u8>,
}

/// Splits a signature into the parts of its trees, from the top down.
pub(crate) fn parts(public: &PublicKey, signature: &[u8]) -> Vec<Part> {
    let mut reader = Reader::new(&signature[4..]);
    let (mut params, mut tree) = (public.top().params(), Vec::new());
    let mut parts = Vec::new();
    for level in 1..=public.levels() {
        let signature = reader.take(params.signature_len()).unwrap().to_vec();
        let leaf = u32::from_be_bytes(*signature.first_chunk().unwrap());
        parts.push(Part { tree, leaf, signature });
        tree = Vec::new();
        if level < public.levels() {
            tree = reader.take(params.public_key_len()).unwrap().to_vec();
            params = lms::PublicKey::from_bytes(&tree).unwrap().params();
            assert_eq!(tree.len(), 8 + ID_LEN + params.n());
        }
    }
    parts
}

/// A test case from a file in `vectors/hashsig/`, or a part of a case.
pub(crate) struct Case<'a>(pub(crate) &'a Value);

impl<'a> Case<'a> {
    /// Returns the bytes of a hexadecimal field.
    #[track_caller]
    pub(crate) fn bytes(&self, field: &str) -> Vec<u8> {
        hex::decode(self.text(field)).unwrap()
    }

    #[track_caller]
    pub(crate) fn array<const N: usize>(&self, field: &str) -> [u8; N] {
        self.bytes(field).try_into().unwrap()
    }

    #[track_caller]
    pub(crate) fn text(&self, field: &str) -> &'a str {
        self.0[field].as_str().unwrap_or_else(|| panic!("no text {field} in {}", self.source()))
    }

    #[track_caller]
    pub(crate) fn number(&self, field: &str) -> u64 {
        self.0[field].as_u64().unwrap_or_else(|| panic!("no number {field} in {}", self.source()))
    }

    #[track_caller]
    pub(crate) fn flag(&self, field: &str) -> bool {
        self.0[field].as_bool().unwrap_or_else(|| panic!("no flag {field} in {}", self.source()))
    }

    #[track_caller]
    pub(crate) fn list(&self, field: &str) -> impl ExactSizeIterator<Item = Case<'a>> {
        let list = self.0[field].as_array();
        list.unwrap_or_else(|| panic!("no list {field} in {}", self.source())).iter().map(Case)
    }

    /// Returns the value of a field that names an encoding of contexts.
    pub(crate) fn contexts(&self) -> Contexts {
        let place = ["linux", "windows", "ascii"].iter().position(|n| *n == self.text("contexts"));
        Contexts::ALL[place.unwrap()]
    }

    pub(crate) fn source(&self) -> String {
        self.0["source"].to_string()
    }
}

/// Runs a check on each case of `vectors/hashsig/<name>.json`, and fails unless the number of cases
/// equals the numbers in the file and in the table in `vectors/VECTORS.md`.
#[track_caller]
pub(crate) fn each(name: &str, mut check: impl FnMut(Case<'_>)) {
    let file = read(name);
    let mut executed = 0;
    for case in Case(&file).list("tests") {
        check(case);
        executed += 1;
    }
    assert_eq!(file["count"].as_u64(), Some(executed), "cases executed of {name}.json");
    assert_listed(name, executed);
}

/// Reads a file of `vectors/hashsig/`.
pub(crate) fn read(name: &str) -> Value {
    let text = fs::read_to_string(folder().join(name).with_extension("json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Fails unless the table in `vectors/VECTORS.md` lists this number of cases for the file.
#[track_caller]
pub(crate) fn assert_listed(name: &str, executed: u64) {
    let table = fs::read_to_string(folder().join("../VECTORS.md")).unwrap();
    let row = format!("| `hashsig/{name}.json` | {executed} |");
    assert!(table.contains(&row), "VECTORS.md has no row that begins with {row}");
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/hashsig")
}

/// Calls the check with every truncation of the bytes, some extensions, and the bytes with one bit
/// flipped in each byte (each bit position in turn). Verification must fail for every variant.
#[track_caller]
pub(crate) fn all_damage_is_refused(genuine: &[u8], verify: impl Fn(&[u8]) -> Result<(), Error>) {
    assert_eq!(verify(genuine), Ok(()), "the genuine bytes");
    let refused = |bytes: &[u8], what: &str, at: usize| {
        assert_eq!(verify(bytes), Err(Error::Verification), "{what} {at}");
    };
    for len in 0..genuine.len() {
        refused(&genuine[..len], "cut to", len);
    }
    for more in [1, 3, 4, 32, genuine.len()] {
        let longer = [genuine, &genuine[..more]].concat();
        refused(&longer, "longer by", more);
    }
    let mut changed = genuine.to_vec();
    for at in 0..genuine.len() {
        changed[at] ^= 1 << (at % 8);
        refused(&changed, "flipped in byte", at);
        changed[at] ^= 1 << (at % 8);
    }
}

/// Checks that `read` refuses every truncation of the bytes, and the bytes with one more byte.
#[track_caller]
pub(crate) fn other_lengths_are_refused<T, E>(bytes: &[u8], read: impl Fn(&[u8]) -> Result<T, E>) {
    for len in 0..bytes.len() {
        assert!(read(&bytes[..len]).is_err(), "cut to {len}");
    }
    assert!(read(&[bytes, &[0]].concat()).is_err(), "longer");
}
