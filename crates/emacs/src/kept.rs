//! What Lisp holds by handles: keys, whose bytes it never sees, and files in memory.

use quicksalt::Wiped;

use crate::memory_file::MemoryFile;

/// What Lisp holds by a handle.
pub(crate) enum Kept {
    /// A secret.
    Key(Wiped<Vec<u8>>),
    /// What Emacs reads and writes by its name.
    File(MemoryFile),
}
