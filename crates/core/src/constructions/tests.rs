//! Each construction by every candidate of its part, against an independent crate.

mod hmacs;
mod sponges;
