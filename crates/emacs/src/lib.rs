//! The dynamic module of the Emacs package quicksalt: the core's cryptography as functions of Lisp.
//!
//! Loaded by `emacs/quicksalt-module.el`, it defines the functions of [`functions::ALL`]. Data goes in
//! and out as unibyte strings. A key may be a string or a handle of `quicksalt-module-key`, whose bytes
//! Lisp never sees again and which is wiped when it is forgotten or collected. What is wrong is a Lisp
//! error, `quicksalt-error`; a panic becomes one too, since one that escaped would end Emacs with what
//! is not saved. It needs Emacs 28 or later, whose modules can make unibyte strings.

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
