//! When the trees of a key are built.

mod quota;
mod upcoming;

pub(super) use quota::{Pace, Watch, open};
pub(super) use upcoming::{Horizon, Wanted};
