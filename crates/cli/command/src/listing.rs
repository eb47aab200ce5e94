//! Prints tables that fit the terminal.

use crate::failure::Failure;
use crate::terminal::Terminal;
use crate::wrap::wrap;

/// The minimum width of a table. In a narrower terminal, lines are broken but complete.
const NARROWEST: usize = 60;

/// The minimum width of a terminal at which words of the last column may be broken.
const WIDE: usize = 100;

impl Terminal {
    /// Shows rows under their headings; the last column may be long. If the terminal is too narrow
    /// for a table, each row becomes a sentence. Without a terminal and `COLUMNS`, each row is one
    /// line, for programs such as grep.
    ///
    /// # Errors
    /// As for [`Terminal::say`].
    pub fn list<const N: usize>(
        &mut self,
        title: &str,
        heads: [&str; N],
        rows: &[[String; N]],
    ) -> Result<(), Failure> {
        let width = self.lines_width();
        let rule = if self.has_all_letters { '\u{2500}' } else { '-' };
        self.show(&lay_out(title, heads, rows, width, rule))
    }

    /// Shows a line on the standard output; a terminal breaks it between words.
    ///
    /// # Errors
    /// As for [`Terminal::say`].
    pub fn tell(&mut self, line: &str) -> Result<(), Failure> {
        match self.lines_width() {
            Some(columns) => self.say(&wrap(line, columns).join("\n")),
            None => self.say(line),
        }
    }

    /// Returns the maximum width of a line; `None` if a program reads the output and expects one
    /// line per row.
    fn lines_width(&self) -> Option<usize> {
        let is_set = std::env::var_os("COLUMNS").is_some();
        let columns = (self.is_terminal() || is_set).then(|| self.columns().unwrap_or(80));
        columns.map(|columns| columns.max(NARROWEST))
    }
}

fn lay_out<const N: usize>(
    title: &str,
    heads: [&str; N],
    rows: &[[String; N]],
    columns: Option<usize>,
    rule: char,
) -> String {
    let cells = || rows.iter().map(|row| row.each_ref().map(String::as_str));
    let mut widths = heads.map(room);
    for row in cells() {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = room(cell).max(*width);
        }
    }
    // The width of a row with N cells: two blanks precede each cell and one follows it (3 N), and
    // the last term reserves one more column.
    let needed = widths.iter().sum::<usize>() + 3 * N + 1;
    let missing = needed.saturating_sub(columns.unwrap_or(usize::MAX));
    let last = widths.last().copied().unwrap_or(0);
    let words = cells().filter_map(|row| row.last().copied()).flat_map(str::split_whitespace);
    let longest = words.map(room).max().unwrap_or(0);
    let slack = if columns.is_some_and(|columns| columns < WIDE) { 0 } else { last - longest };
    if missing > slack.min(last) {
        return sentences(title, &cells().collect::<Vec<_>>(), columns.unwrap_or(usize::MAX));
    }
    if let Some(width) = widths.last_mut() {
        *width -= missing;
    }
    let mut text = format!("{title}\n\n");
    push_row(&mut text, heads, &widths);
    text.push(' ');
    text.extend(core::iter::repeat_n(rule, needed - missing - 2));
    text.push('\n');
    for row in cells() {
        push_row(&mut text, row, &widths);
    }
    text.push('\n');
    text
}

/// Appends a row as one line. If its last cell is too wide, the cell continues on further lines.
fn push_row<const N: usize>(text: &mut String, row: [&str; N], widths: &[usize; N]) {
    let mut line = String::new();
    let mut before = 0;
    for (place, (cell, width)) in row.iter().zip(widths).enumerate() {
        line.push_str("  ");
        before += 2;
        if place + 1 == N && room(cell) > *width {
            let indent = format!("\n{}", " ".repeat(before));
            line.push_str(&wrap(cell, *width).join(&indent));
        } else {
            line.push_str(cell);
            line.extend(core::iter::repeat_n(' ', width - room(cell) + 1));
        }
        before += width + 1;
    }
    text.push_str(line.trim_end());
    text.push('\n');
}

fn sentences<const N: usize>(title: &str, rows: &[[&str; N]], columns: usize) -> String {
    let mut text = String::from("\n");
    for line in core::iter::once(String::from(title)).chain(rows.iter().map(|row| row.join(" "))) {
        // Continuation lines are indented by two blanks.
        let mut lines = wrap(&line, columns).into_iter();
        let Some(first) = lines.next() else { continue };
        let rest = line.get(first.len()..).unwrap_or_default().trim_start();
        text.push_str(&first);
        for further in wrap(rest, columns.saturating_sub(2)) {
            text.push_str(&format!("\n  {further}"));
        }
        text.push('\n');
    }
    text.push('\n');
    text
}

/// Returns the display width of a text.
fn room(text: &str) -> usize {
    text.chars().map(columns_of).sum()
}

/// Returns the display width of a character: two for East Asian characters and emoji, zero for
/// combining marks.
fn columns_of(letter: char) -> usize {
    match letter {
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{20d0}'..='\u{20ff}' => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{303e}'
        | '\u{3041}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1f64f}'
        | '\u{1f900}'..='\u{1f9ff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::lay_out;

    fn rows() -> Vec<[String; 2]> {
        vec![
            ["EC P-256".into(), "O=quicksalt, CN=first".into()],
            ["RSA".into(), "CN=\u{4e2d}".into()],
        ]
    }

    #[test]
    fn a_table_is_as_wide_as_its_cells() {
        let text = lay_out("two", ["key", "subject"], &rows(), None, '-');
        let expected = "two\n\n  key        subject\n \
                        ----------------------------------\n  \
                        EC P-256   O=quicksalt, CN=first\n  \
                        RSA        CN=\u{4e2d}\n\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let long = "CN=".to_owned() + &"name ".repeat(30);
        let rows = [["EC P-256".to_owned(), long.trim_end().to_owned()]];
        for (columns, has_heads) in [(120, true), (99, false), (60, false)] {
            let text = lay_out("one", ["key", "subject"], &rows, Some(columns), '-');
            assert!(text.lines().all(|line| line.chars().count() <= columns), "{text}");
            assert_eq!(text.matches("name").count(), 30);
            assert_eq!(text.contains("subject"), has_heads);
        }
    }
}
