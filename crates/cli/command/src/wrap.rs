//! Wraps paragraphs to a width, and folds command lines so that they can be copied.

/// Breaks a text between words into lines of at most `width` characters. Hyphenated words may break
/// after the hyphen; a word longer than a line may break anywhere.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    for chunk in chunks(text) {
        let is_blank = chunk.starts_with(' ');
        if is_blank && line.is_empty() {
            // Only the first line can begin with blanks.
            continue;
        }
        if letters(&line) + letters(chunk) <= width {
            line.push_str(chunk);
            continue;
        }
        let mut rest = chunk;
        while letters(rest) > width {
            let room = width.saturating_sub(letters(&line)).max(1);
            let cut = rest.char_indices().nth(room).map_or(rest.len(), |(place, _)| place);
            line.push_str(&rest[..cut]);
            rest = &rest[cut..];
            lines.push(core::mem::take(&mut line).trim_end().into());
        }
        if !line.is_empty() && letters(&line) + letters(rest) > width {
            lines.push(core::mem::take(&mut line).trim_end().into());
        }
        if !(rest.starts_with(' ') && line.is_empty()) {
            line.push_str(rest);
        }
    }
    if !line.trim_end().is_empty() {
        lines.push(line.trim_end().into());
    }
    lines
}

pub(crate) fn letters(text: &str) -> usize {
    text.chars().count()
}

/// Splits a text into words, parts of words that end with a hyphen, and blanks.
fn chunks(text: &str) -> Vec<&str> {
    let letters: Vec<(usize, char)> = text.char_indices().collect();
    let at = |place: usize| letters.get(place).map(|(_, letter)| *letter);
    let is_letter = |place: Option<usize>| place.and_then(at).is_some_and(char::is_alphabetic);
    let mut found = Vec::new();
    let mut begun = 0;
    for place in 1..letters.len() {
        let was_blank = at(place - 1) == Some(' ');
        let is_blank = at(place) == Some(' ');
        let before = |by: usize| place.checked_sub(by);
        let is_behind_hyphen = at(place - 1) == Some('-')
            && (is_letter(before(2)) && is_letter(before(3))
                || is_letter(before(2))
                    && before(3).and_then(at) == Some('-')
                    && is_letter(before(4)))
            && is_letter(Some(place))
            && (is_letter(Some(place + 1))
                || at(place + 1) == Some('-') && is_letter(Some(place + 2)));
        if was_blank != is_blank || is_behind_hyphen {
            found.push(&text[letters[begun].0..letters[place].0]);
            begun = place;
        }
    }
    found.extend(letters.get(begun).map(|(from, _)| &text[*from..]));
    found
}

/// Breaks a command line between words; every part except the last ends with a `\`.
///
/// The text after three blanks describes the command and gets its own line. Quoted words are never
/// broken.
pub(crate) fn fold(line: &str, width: usize) -> Vec<String> {
    if letters(line) <= width {
        return vec![line.into()];
    }
    let start = &line[..line.len() - line.trim_start().len()];
    let (command, remark) = line.trim().split_once("   ").unwrap_or((line.trim(), ""));
    let further = format!("{start}    ");
    let mut lines: Vec<String> = Vec::new();
    let mut last = String::from(start);
    for word in words(command) {
        if last.trim().is_empty() {
            last.push_str(word);
        } else if letters(&last) + letters(word) + 3 <= width || word == "\\" {
            last = format!("{last} {word}");
        } else {
            lines.push(format!("{last} \\"));
            last = format!("{further}{word}");
        }
    }
    lines.push(last);
    if !remark.trim().is_empty() {
        lines.push(format!("{further}{}", remark.trim_start()));
    }
    lines
}

/// Splits a command line into words; a quoted word stays whole.
fn words(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut begun, mut quote) = (None, None);
    for (place, letter) in line.char_indices() {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (None, '\'' | '"') => quote = Some(letter),
            (None, ' ') => {
                found.extend(begun.take().map(|from: usize| &line[from..place]));
                continue;
            }
            _ => {}
        }
        begun.get_or_insert(place);
    }
    found.extend(begun.map(|from| &line[from..]));
    found
}

#[cfg(test)]
mod tests {
    use super::{fold, wrap};

    #[test]
    fn lines_are_broken_between_words_and_after_hyphens() {
        assert_eq!(wrap("a post-quantum key", 10), ["a post-", "quantum", "key"]);
        assert_eq!(wrap("aes-256-cbc x", 8), ["aes-256-", "cbc x"]);
        assert_eq!(wrap("abcdefgh ij", 4), ["abcd", "efgh", "ij"]);
    }

    #[test]
    fn a_folded_command_line_can_be_copied() {
        let folded = fold("  quicksalt sign 'a b c' release.key    writes it", 24);
        assert_eq!(
            folded,
            ["  quicksalt sign \\", "      'a b c' \\", "      release.key", "      writes it"]
        );
    }
}
