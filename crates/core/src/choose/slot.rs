//! Where modules for WebAssembly keep the outcome of a primitive's self-test: apart from the primitive, which
//! is constant then, so that a compiler sees whom a call reaches.

/// How many places there are.
pub(super) const SLOTS: usize = 512;

/// The place of the primitive of that name: nine bits of the name's hash (FNV-1a of 32 bits), in which no two
/// names agree. A test looks at all names; if a new one shares a place, other bits are to be taken.
pub(super) const fn slot(name: &str) -> usize {
    let (bytes, mut hash, mut i) = (name.as_bytes(), 0x811c_9dc5_u32, 0);
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u32).wrapping_mul(0x0100_0193);
        i += 1;
    }
    (hash >> 14) as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use super::slot;
    use crate::prim::PRIMITIVES;

    #[test]
    fn no_two_primitives_share_a_place() {
        let slots: BTreeSet<usize> = PRIMITIVES.iter().map(|p| slot(p.name())).collect();
        assert_eq!(slots.len(), PRIMITIVES.len());
    }
}
