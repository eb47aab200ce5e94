//! Checks each value against its kind.

use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::path::Path;

use crate::kind::{DASH, Kind};
use crate::letters::shown;
use crate::os;

/// Checks a value.
///
/// # Errors
/// The error text for a wrong value.
pub(crate) fn check(kind: Kind, value: &OsStr) -> Result<(), String> {
    let text = || value.to_str().ok_or_else(|| format!("{} is not UTF-8.", quoted(value)));
    let is_dash = value == DASH;
    match kind {
        Kind::Text | Kind::Anything => Ok(()),
        Kind::Stream | Kind::Target if is_dash => Ok(()),
        Kind::File | Kind::Stream => path(value, Wanted::File, true),
        Kind::Target | Kind::Path => path(value, Wanted::File, false),
        Kind::Folder => path(value, Wanted::Folder, true),
        Kind::Number(least, most) => in_range(text()?, least, most),
        Kind::Choice(words) => {
            if words.iter().any(|word| value == *word) {
                return Ok(());
            }
            let listed: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
            Err(format!("{} is not one of {}.", quoted(value), listed.join(", ")))
        }
        Kind::Time => match time(text()?) {
            Some(_) => Ok(()),
            None => Err(format!(
                "{} is not a date, such as 2026-11-28 or 2026-11-28T03:20:20.",
                quoted(value)
            )),
        },
        Kind::Checked(check) => check(text()?),
    }
}

/// Formats a value between quotes.
pub(crate) fn quoted(value: &OsStr) -> String {
    let text = shown(value);
    let mark = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    format!("{mark}{}{mark}", text.replace('\n', "\\n"))
}

#[derive(Clone, Copy, Eq, PartialEq)]
enum Wanted {
    File,
    Folder,
}

fn path(value: &OsStr, wanted: Wanted, must_exist: bool) -> Result<(), String> {
    let kind = if wanted == Wanted::File { "File" } else { "Directory" };
    let refused = |what: &str| Err(format!("{kind} {} {what}.", quoted(value)));
    let found = fs::metadata(Path::new(value)).ok();
    match found.as_ref().map(Metadata::is_dir) {
        None if must_exist => refused("does not exist"),
        None => Ok(()),
        Some(true) if wanted == Wanted::File => refused("is a directory"),
        Some(false) if wanted == Wanted::Folder => refused("is a file"),
        Some(_) if !os::is_readable(Path::new(value)) => refused("is not readable"),
        Some(_) => Ok(()),
    }
}

fn in_range(text: &str, least: u64, most: u64) -> Result<(), String> {
    let trimmed = text.trim();
    match number(text) {
        Ok(number) if (least..=most).contains(&number) => Ok(()),
        Ok(_) => Err(format!("{trimmed} is not in the range {least}<=x<={most}.")),
        Err(IsNumber(true)) => Err(format!("{trimmed} is not in the range {least}<=x<={most}.")),
        Err(IsNumber(false)) => Err(format!("'{text}' is not a whole number.")),
    }
}

/// Whether a text that does not fit a `u64` is nevertheless a whole number.
pub(crate) struct IsNumber(bool);

/// Parses a whole number.
pub(crate) fn number(text: &str) -> Result<u64, IsNumber> {
    let text = text.trim();
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let are_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    match digits.parse() {
        Ok(number) if are_digits && (number == 0 || !text.starts_with('-')) => Ok(number),
        _ => Err(IsNumber(are_digits)),
    }
}

/// Parses a day or a time in UTC to seconds since 1970.
pub(crate) fn time(text: &str) -> Option<i64> {
    let (day, clock) = text.split_once('T').unwrap_or((text, "00:00:00"));
    let [year, month, date] = parts(day, '-')?;
    let [hour, minute, second] = parts(clock, ':')?;
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + i64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    let is_clock = hour < 24 && minute < 60 && second < 62;
    if year == 0 || !(1..=days).contains(&date) || !is_clock {
        return None;
    }
    // The calendar starts in March, so that a leap day is the last day of the year.
    let years = if month > 2 { year } else { year - 1 };
    let shifted = (month + 9) % 12;
    let day_of_year = (153 * shifted + 2) / 5 + date - 1;
    let days = 365 * years + years / 4 - years / 100 + years / 400 + day_of_year - 719_468;
    Some(((days * 24 + hour) * 60 + minute) * 60 + second)
}

/// Formats seconds since 1970 as day and time in UTC: `2026-11-28T03:20:20`.
#[must_use]
pub fn utc(seconds: i64) -> String {
    let (days, rest) = (seconds.div_euclid(86_400) + 719_468, seconds.rem_euclid(86_400));
    // Computes with eras of 400 years and with years that begin in March (Howard Hinnant,
    // "chrono-compatible low-level date algorithms").
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let shifted = (5 * day + 2) / 153;
    let date = day - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + 400 * era + i64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{date:02}T{hour:02}:{minute:02}:{second:02}")
}

/// Parses three whole numbers of at most two digits. If the separator is `-`, the first number must
/// have four digits.
fn parts(text: &str, mark: char) -> Option<[i64; 3]> {
    let mut found = [0; 3];
    let mut words = text.split(mark);
    for (place, number) in found.iter_mut().enumerate() {
        let word = words.next()?;
        let is_long = place == 0 && mark == '-';
        let has_length = if is_long { word.len() == 4 } else { matches!(word.len(), 1 | 2) };
        if !has_length || !word.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        *number = word.parse().ok()?;
    }
    words.next().is_none().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::{number, time, utc};

    #[test]
    fn times_are_seconds_in_utc() {
        // date -u -d TIME +%s
        assert_eq!(time("1970-01-01"), Some(0));
        assert_eq!(time("2026-11-28T03:20:20"), Some(1_795_836_020));
        assert_eq!(time("2000-02-29"), Some(951_782_400));
        assert_eq!(time("1600-03-01"), Some(-11_670_912_000));
        for known in [
            "1970-01-01T00:00:00",
            "2000-02-29T23:59:59",
            "1600-03-01T00:00:01",
            "2100-12-31T12:00:00",
        ] {
            assert_eq!(time(known).map(utc).as_deref(), Some(known));
        }
        for wrong in ["2026-02-29", "2026-13-01", "2026-01-01T24:00:00", "26-01-01", "2026-01", ""]
        {
            assert_eq!(time(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn numbers_are_whole_and_not_negative() {
        assert_eq!(number(" +7 ").ok(), Some(7));
        for wrong in ["", "-1", "1.0", "0x1", "+", "99999999999999999999"] {
            assert!(number(wrong).is_err(), "{wrong}");
        }
    }
}
