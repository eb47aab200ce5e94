//! Leaves as work for somebody who is not to know the secret of their tree.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use quicksalt::Wiped;

use super::TreeSeed;
use super::levels::{Form, Levels};
use super::ots;
use super::place::Place;
use crate::error::{Error, Result};
use crate::reader::Reader;
use crate::trees::BATCH;

/// The starts of the chains of some leaves of a tree. They give no other leaf away.
#[derive(Clone)]
pub struct LeafStarts {
    place: Place,
    first: u32,
    starts: Wiped<Vec<u8>>,
}

impl fmt::Debug for LeafStarts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeafStarts").field("first", &self.first).finish_non_exhaustive()
    }
}

impl TreeSeed {
    /// The starts of the chains of a range of leaves.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if the range goes beyond the last leaf; [`Error::Primitive`] if BLAKE2b
    /// has no usable candidate.
    pub fn leaf_starts(&self, range: Range<u32>) -> Result<LeafStarts> {
        let place = self.place();
        if range.end > place.params().leaves() {
            return Err(Error::Exhausted);
        }
        let (first, leaves) = (range.start, range.collect::<Vec<_>>());
        let starts = ots::starts(place, self.bytes(), &leaves)?;
        Ok(LeafStarts { place: place.clone(), first, starts })
    }
}

impl LeafStarts {
    /// The nodes of the leaves, one after another, as [`TreeSeed::nodes`] gives them at the depth
    /// of the tree's height.
    ///
    /// # Errors
    /// [`Error::Primitive`] if BLAKE2b has no usable candidate.
    pub fn nodes(&self) -> Result<Vec<u8>> {
        let place = &self.place;
        let each = place.params().values_len();
        let mut nodes = Vec::new();
        let batches = self.starts.chunks(BATCH * each);
        for (first, batch) in (self.first..).step_by(BATCH).zip(batches) {
            let leaves: Vec<_> = (first..).take(batch.len() / each).collect();
            nodes.append(&mut ots::of_starts(place, Wiped::new(batch.to_vec()), &leaves)?);
        }
        Ok(nodes)
    }

    /// Reads what [`Self::to_bytes`] writes.
    ///
    /// # Errors
    /// [`Error::Malformed`] or [`Error::Parameter`] if the bytes are anything else.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let expected = "a header, level, salt, first leaf and starts of chains of at least one";
        let malformed = Error::Malformed { what: "work on a czd1 key", expected };
        let mut reader = Reader::new(bytes);
        let levels = Levels::read(&mut reader, Form::SecretKey)?;
        let [level] = reader.array().ok_or(malformed.clone())?;
        let salt = reader.array().ok_or(malformed.clone())?;
        let first = reader.u32_be().ok_or(malformed.clone())?;
        let params = levels.as_slice().get(usize::from(level)).ok_or(malformed.clone())?;
        let (each, leaves) = (params.values_len(), params.leaves());
        let starts = reader.rest();
        let count = starts.len() / each;
        let fits = u32::try_from(count).is_ok_and(|count| {
            count > 0 && first.checked_add(count).is_some_and(|end| end <= leaves)
        });
        if !fits || starts.len() != count * each {
            return Err(malformed);
        }
        let place = Place { levels, level: level.into(), salt };
        Ok(Self { place, first, starts: Wiped::new(starts.to_vec()) })
    }

    /// Header, level, salt, first leaf and the starts.
    #[must_use]
    pub fn to_bytes(&self) -> Wiped<Vec<u8>> {
        let Place { levels, level, salt } = &self.place;
        let (header, first) = (levels.header(Form::SecretKey), self.first.to_be_bytes());
        let parts: [&[u8]; 5] = [&header, &[*level as u8], salt, &first, &self.starts];
        Wiped::new(parts.concat())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::LeafStarts;
    use crate::czd1::{Levels, Params, SecretKey, TreeId};
    use crate::error::Error;

    #[test]
    fn leaves_from_their_starts_are_those_of_the_tree() {
        let levels = [6, 3].map(|height| Params::new(17, 5, height).unwrap());
        let levels = Levels::new(&levels).unwrap();
        let secret = SecretKey::from_seed(levels, &[7; 32]).unwrap();
        for (id, height) in [(TreeId::TOP, 6), (TreeId { level: 1, number: 5 }, 3)] {
            let seed = secret.tree(id).unwrap();
            for range in [0..1 << height, 1..2, 3..8] {
                let starts = seed.leaf_starts(range.clone()).unwrap();
                assert_eq!(starts.nodes(), seed.nodes(height, range));
                let bytes = starts.to_bytes();
                assert_eq!(LeafStarts::from_bytes(&bytes).unwrap().nodes(), starts.nodes());
                for len in 0..bytes.len().min(200) {
                    assert!(LeafStarts::from_bytes(&bytes[..len]).is_err(), "{len}");
                }
                assert!(LeafStarts::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
            }
            let beyond = seed.leaf_starts(0..(1 << height) + 1);
            assert_eq!(beyond.map(|_| ()), Err(Error::Exhausted));
        }
    }
}
