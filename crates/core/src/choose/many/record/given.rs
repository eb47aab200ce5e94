//! Installs a record from memory. This serves programs without a record file, such as WebAssembly
//! modules, and programs that store the record elsewhere.

use alloc::format;
use alloc::string::String;

use super::text::{Entry, NO_RECORD, entries, print};
use super::{MAX_BYTES, Row};
use crate::choose::cpu;
use crate::choose::many::contract::Contract;
use crate::choose::many::shared;
use crate::choose::operation::CLASSES;
use crate::error::{Error, Result};

/// Formats a record of measurements on this processor with this build.
///
/// # Errors
/// [`Error::Record`] if [`give`] would reject the record: more than 1024 rows or 1 MiB, or a row
/// that does not have the form in the module documentation.
pub fn text(rows: &[Row]) -> Result<String> {
    let cpu = cpu::identity();
    let whole = [Entry::ours(&cpu, rows)];
    let text = print(&whole);
    match read(&text) {
        Ok(read) if read == whole => Ok(text),
        _ => Err(Error::Record(String::from("the rows do not form a valid record"))),
    }
}

/// Replaces the record file by the given record from the next call of each operation on. Returns
/// true if the record has an entry for this processor and this build; otherwise returns false and
/// changes nothing. Unknown names in the record are ignored, and candidates that the policy bars or
/// that fail their self-test never run.
///
/// ```
/// use quicksalt::choose::record::{Row, give, text, withdraw};
/// use quicksalt::hazmat::{PRIMITIVES, sha256};
///
/// let row = Row {
///     operation: "sha256.hash".into(),
///     size: 0,
///     candidate: "portable".into(),
///     epochs: String::new(),
/// };
/// assert!(give(PRIMITIVES, &text(&[row])?)?);
/// assert_eq!(sha256::PRIMITIVE.pick(0, 64)?.meta().name, "portable");
/// withdraw(PRIMITIVES);
/// # Ok::<(), quicksalt::Error>(())
/// ```
///
/// # Errors
/// [`Error::Record`] if the text is not a record in this version's format. Nothing changes then.
pub fn give(all: &[&'static dyn Contract], text: &str) -> Result<bool> {
    let cannot = |why: &str| Error::Record(format!("the given record was ignored: {why}"));
    let entries = read(text).map_err(cannot)?;
    let cpu = cpu::identity();
    let Some(ours) = entries.iter().rfind(|entry| entry.is_ours(&cpu)) else { return Ok(false) };
    for &primitive in all {
        for (index, operation) in primitive.operations().iter().enumerate() {
            let mut named = [None; CLASSES];
            for (size, name) in ours.named(&format!("{}.{}", primitive.name(), operation.name)) {
                let bounds = operation.axis.bounds();
                if let Some(class) = bounds.iter().position(|&bound| bound == size) {
                    named[class] = primitive.index_of(name);
                }
            }
            primitive.selection(index).give(Some(named));
        }
    }
    shared::changed();
    Ok(true)
}

/// Withdraws the given record: from the next call of each operation on, the record file is used
/// again, if there is a file.
pub fn withdraw(all: &[&'static dyn Contract]) {
    for primitive in all {
        for operation in 0..primitive.operations().len() {
            primitive.selection(operation).give(None);
        }
    }
    shared::changed();
}

/// Parses a text within the size limit of a record file. Returns its entries, or the reason for
/// rejecting it.
fn read(text: &str) -> core::result::Result<alloc::vec::Vec<Entry<'_>>, &'static str> {
    if text.len() as u64 <= MAX_BYTES { Ok(entries(text)?.0) } else { Err(NO_RECORD) }
}
