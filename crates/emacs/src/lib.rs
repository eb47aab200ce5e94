//! The dynamic module of the Emacs package quicksalt: the core's cryptography as functions of Lisp.
//!
//! `emacs/quicksalt-module.el` loads it; it defines the functions of [`functions::ALL`]. Data
//! passes as unibyte strings. A key may be a string or a handle of `quicksalt-module-key`; Lisp
//! never sees the bytes of a handle, which are wiped when it is forgotten or collected. Errors
//! become the Lisp error `quicksalt-error`. A panic becomes a Lisp error too, since an escaped panic would
//! end Emacs with unsaved data. The module needs Emacs 28 or later, which added unibyte strings to
//! the module interface.

mod beside;
mod env;
mod files;
mod functions;
mod handles;
mod kept;
mod load;
mod memory_file;
mod opened;
mod raw;
