//! Compares each construction with an independent crate, for every candidate of its primitive.

mod hmacs;
mod sponges;
