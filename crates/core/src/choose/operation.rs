//! The operations of a primitive, their size axes, and the reasons for choices.

/// The maximum number of size classes of an axis.
pub const CLASSES: usize = 7;

/// The quantity that the running time of an operation grows with.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Axis {
    /// The length of the message in bytes.
    Bytes,
    /// The number of messages in one call.
    Messages,
    /// None: every call does the same work.
    None,
}

impl Axis {
    /// The smallest size of each class, ascending.
    #[must_use]
    pub const fn bounds(self) -> &'static [usize] {
        match self {
            Self::Bytes => &[0, 128, 256, 512, 2048, 8192, 65_536],
            Self::Messages => &[0, 2, 8, 32],
            Self::None => &[0],
        }
    }

    /// The size at which each class is measured.
    #[must_use]
    pub const fn representatives(self) -> &'static [usize] {
        match self {
            Self::Bytes => &[64, 192, 384, 1000, 4096, 16_384, 1_048_576],
            Self::Messages => &[1, 4, 16, 64],
            Self::None => &[0],
        }
    }

    /// The class of a size.
    #[inline]
    #[must_use]
    pub const fn class_of(self, size: usize) -> usize {
        class_in(self.classes(), size)
    }

    /// The class of each size, for [`class_in`].
    #[inline]
    pub(super) const fn classes(self) -> &'static [u8; SIZES] {
        match self {
            Self::Bytes => &[0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 4, 4, 5, 5, 5, 6],
            Self::Messages => &[0, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3],
            Self::None => &[0; SIZES],
        }
    }

    /// The name shown in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Messages => "messages",
            Self::None => "none",
        }
    }
}

/// The number of distinguished sizes: by the position of the highest bit, up to 2^16.
pub(super) const SIZES: usize = 17;

/// The class of a size. On the fast path of every call, so it takes a table instead of an axis.
#[inline]
pub(super) const fn class_in(classes: &[u8; SIZES], size: usize) -> usize {
    // Size 0 is in the class of size 1.
    let place = (size | 1).ilog2() as usize;
    classes[if place < SIZES { place } else { SIZES - 1 }] as usize
}

/// The reason why a candidate is selected.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Reason {
    /// Named by `QUICKSALT_USE` or `use()`.
    Forced,
    /// The fastest candidate in a record measured on this machine with this build.
    Record,
    /// The first usable candidate of the static rank, which is computed from the committed records.
    Rank,
    /// The first usable candidate of the table, without a record or a rank.
    Table,
}

impl Reason {
    #[cfg_attr(lean, allow(dead_code, reason = "no choice, no reason"))]
    pub(super) const ALL: [Self; 4] = [Self::Forced, Self::Record, Self::Rank, Self::Table];

    /// The name shown in tables.
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

/// An operation of a primitive. The primitive stores its selection privately.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Operation {
    /// The name within the primitive, such as `xor`.
    pub name: &'static str,
    /// The quantity that its time grows with.
    pub axis: Axis,
}

impl Operation {
    /// Creates an operation with that name.
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
