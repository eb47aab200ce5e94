//! The operations of a primitive, the size axis of an operation, and the reason for a choice.

/// The maximum number of size classes of an axis.
pub const CLASSES: usize = 7;

/// The quantity on which the running time of an operation depends.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Axis {
    /// The length of the message in bytes.
    Bytes,
    /// The number of messages in one call.
    Messages,
    /// The time does not depend on a size: every call does the same work.
    None,
}

impl Axis {
    /// Returns the smallest size of each class, ascending.
    #[must_use]
    pub const fn bounds(self) -> &'static [usize] {
        match self {
            Self::Bytes => &[0, 128, 256, 512, 2048, 8192, 65_536],
            Self::Messages => &[0, 2, 8, 32],
            Self::None => &[0],
        }
    }

    /// Returns the size at which each class is measured.
    #[must_use]
    pub const fn representatives(self) -> &'static [usize] {
        match self {
            Self::Bytes => &[64, 192, 384, 1000, 4096, 16_384, 1_048_576],
            Self::Messages => &[1, 4, 16, 64],
            Self::None => &[0],
        }
    }

    /// Returns the class of a size.
    #[inline]
    #[must_use]
    pub const fn class_of(self, size: usize) -> usize {
        class_in(self.classes(), size)
    }

    /// Returns the class of each size as a table for [`class_in`].
    #[inline]
    pub(super) const fn classes(self) -> &'static [u8; SIZES] {
        match self {
            Self::Bytes => &[0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 4, 4, 5, 5, 5, 6],
            Self::Messages => &[0, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3],
            Self::None => &[0; SIZES],
        }
    }

    /// Returns the name shown in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Messages => "messages",
            Self::None => "none",
        }
    }
}

/// The number of entries in a table of classes: sizes up to 2^16, distinguished by the position of
/// their highest bit.
pub(super) const SIZES: usize = 17;

/// Returns the class of a size. Every call uses this function, so it reads a table instead of
/// matching on the axis.
#[inline]
pub(super) const fn class_in(classes: &[u8; SIZES], size: usize) -> usize {
    // Size 0 belongs to the class of size 1.
    let place = (size | 1).ilog2() as usize;
    classes[if place < SIZES { place } else { SIZES - 1 }] as usize
}

/// The reason why a candidate is selected.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Reason {
    /// `QUICKSALT_USE` or `use()` names the candidate.
    Forced,
    /// The candidate is the fastest in a record that was measured on this machine with this build.
    Record,
    /// The candidate is the first usable one of the static rank, which is computed from the
    /// committed records.
    Rank,
    /// The candidate is the first usable one of the table, because there is neither a record nor a
    /// rank.
    Table,
}

impl Reason {
    #[cfg_attr(lean, allow(dead_code, reason = "no choice, no reason"))]
    pub(super) const ALL: [Self; 4] = [Self::Forced, Self::Record, Self::Rank, Self::Table];

    /// Returns the name shown in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Forced => "forced",
            Self::Record => "record",
            Self::Rank => "rank",
            Self::Table => "table",
        }
    }
}

/// An operation of a primitive. The selected candidates are private to the primitive.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Operation {
    /// The name within the primitive, such as `xor`.
    pub name: &'static str,
    /// The quantity on which its running time depends.
    pub axis: Axis,
}

impl Operation {
    /// Creates an operation from its name and axis.
    #[must_use]
    pub const fn new(name: &'static str, axis: Axis) -> Self {
        Self { name, axis }
    }
}

#[cfg(test)]
mod tests {
    use super::Axis;

    #[test]
    fn classes_agree_with_their_bounds() {
        for axis in [Axis::Bytes, Axis::Messages, Axis::None] {
            let bounds = axis.bounds();
            assert_eq!(bounds.len(), axis.representatives().len());
            for (class, &bound) in bounds.iter().enumerate() {
                assert_eq!(axis.class_of(bound), class, "{axis:?} {bound}");
                assert_eq!(axis.class_of(axis.representatives()[class]), class);
                if bound > 0 {
                    assert_eq!(axis.class_of(bound - 1), class - 1, "{axis:?} {bound} - 1");
                }
            }
            assert_eq!(axis.class_of(usize::MAX), bounds.len() - 1);
        }
    }
}
