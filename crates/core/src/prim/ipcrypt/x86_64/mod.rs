//! The candidates of ipcrypt for x86-64.

pub(super) mod aesni;
