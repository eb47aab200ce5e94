//! Text form of levels, such as `10/8,10/8`, or `SHAKE256:15/4,10/4` with a hash function other
//! than SHA-256.
//!
//! Each level is written as height and Winternitz parameter, from the top down.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::levels::Levels;
use crate::error::{Error, Result};
use crate::hash::Family;
use crate::lms::{Height, Params, Width};

impl FromStr for Levels {
    type Err = Error;

    /// Parses the text form of [`Levels`].
    ///
    /// # Errors
    /// [`Error::Text`] if the text has a different form or names an unknown hash function, height
    /// or Winternitz parameter; the errors of [`Levels::new`].
    fn from_str(text: &str) -> Result<Self> {
        let (family, rest) = match text.rsplit_once(':') {
            Some((name, rest)) => (Some(name), rest),
            None => (None, text),
        };
        let form = || Error::Text {
            expected: "parameters are height/width of each level, such as 10/8,10/8",
            found: format!("'{text}'"),
        };
        let pairs = rest.split(',').map(pair).collect::<Option<Vec<_>>>().ok_or_else(form)?;
        let family = family.map_or(Ok(Family::Sha256N32), named)?;
        let levels = pairs.into_iter().map(|(height, width)| level(family, height, width));
        Self::new(&levels.collect::<Result<Vec<_>>>()?)
    }
}

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let family = self.top().family;
        if family != Family::Sha256N32 {
            write!(f, "{}:", family.name())?;
        }
        for (number, level) in self.as_slice().iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            write!(f, "{comma}{}/{}", level.h(), level.width.bits())?;
        }
        Ok(())
    }
}

/// Parses the height and width of a level.
fn pair(text: &str) -> Option<(u32, usize)> {
    let (height, width) = text.split_once('/')?;
    Some((height.trim().parse().ok()?, width.trim().parse().ok()?))
}

fn named(name: &str) -> Result<Family> {
    let unknown = || Error::Text {
        expected: "hash must be one of SHA-256, SHA-256/192, SHAKE256, SHAKE256/192",
        found: format!("'{name}'"),
    };
    Family::ALL.into_iter().find(|family| family.name() == name).ok_or_else(unknown)
}

fn level(family: Family, height: u32, width: usize) -> Result<Params> {
    let found = (
        Height::ALL.into_iter().find(|one| one.levels() == height),
        Width::ALL.into_iter().find(|one| one.bits() == width),
    );
    let (Some(height), Some(width)) = found else {
        let expected = "a level must be one of the heights 5, 10, 15, 20, 25 with one of the \
                        widths 1, 2, 4, 8";
        return Err(Error::Text { expected, found: format!("{height}/{width}") });
    };
    Ok(Params { family, height, width })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;

    use super::{Family, Height, Levels, Width};

    #[test]
    fn displayed_levels_parse() {
        for family in Family::ALL {
            for (height, width) in
                Height::ALL.iter().flat_map(|h| Width::ALL.iter().map(move |w| (h, w)))
            {
                let text = format!("{}:{}/{},5/4", family.name(), height.levels(), width.bits());
                let levels: Levels = text.parse().unwrap();
                let top = levels.top();
                assert_eq!((top.family, top.height, top.width), (family, *height, *width));
                let shown = levels.to_string();
                assert_eq!(shown, text.strip_prefix("SHA-256:").unwrap_or(&text));
                assert_eq!(shown.parse::<Levels>().unwrap(), levels);
            }
        }
    }

    #[test]
    fn malformed_texts_are_refused() {
        let height = |levels: usize| alloc::vec!["25/8"; levels].join(",");
        let cases = [
            ("", "parameters are height/width"),
            ("10", "parameters are height/width"),
            ("10/8,", "parameters are height/width"),
            ("10/8/2", "parameters are height/width"),
            ("x/8", "parameters are height/width"),
            ("-10/8", "parameters are height/width"),
            ("11/8", "with one of the widths 1, 2, 4, 8, not 11/8"),
            ("10/3", "with one of the widths 1, 2, 4, 8, not 10/3"),
            ("SHA-1:10/8", "SHAKE256/192, not 'SHA-1'"),
            (":10/8", "SHAKE256/192, not ''"),
            (&height(3), "63"),
            (&height(9), "1 to 8"),
        ];
        for (text, told) in cases {
            let error = text.parse::<Levels>().unwrap_err().to_string();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
