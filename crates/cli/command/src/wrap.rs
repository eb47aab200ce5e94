//! Wraps paragraphs to a width, and folds command lines so that they can be copied.

/// Breaks a text between words into lines of at most `width` characters; a longer word gets its own
/// line.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut gap = "";
    for word in text.split(' ') {
        if word.is_empty() {
            // Two blanks separate the remarks of an option.
            gap = "  ";
            continue;
        }
        match lines.last_mut() {
            Some(line) if letters(line) + gap.len() + letters(word) <= width => {
                line.push_str(gap);
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
        gap = " ";
    }
    lines
}

pub(crate) fn letters(text: &str) -> usize {
    text.chars().count()
}

/// Breaks a command line between words; every part but the last ends with a `\`.
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
    fn lines_are_broken_between_words_only() {
        assert_eq!(wrap("a post-quantum key", 10), ["a", "post-quantum", "key"]);
        assert_eq!(wrap("abcdefgh ij", 4), ["abcdefgh", "ij"]);
        assert_eq!(wrap("its size.  [default: 22]", 20), ["its size.  [default:", "22]"]);
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
