//! The contents of Lisp handles: keys, hidden from Lisp, and memory files.

use quicksalt::Wiped;

use crate::memory_file::MemoryFile;

/// The content of a Lisp handle.
pub(crate) enum Kept {
    /// A secret key.
    Key(Wiped<Vec<u8>>),
    /// A file that Emacs reads and writes by its name.
    File(MemoryFile),
}
