//! The static rank, folded from `records/` by `python records/fold.py`. Do not edit.

use crate::choose::RankRow;

#[rustfmt::skip]
pub(crate) static RANK: &[RankRow] = &[];
