//! Suggestions for mistyped names.

/// The minimum similarity of two names, from 0 to 1.
const ALIKE: f64 = 0.6;

/// Returns at most three known names similar to a name, most similar first, like Python's
/// `difflib.get_close_matches`.
pub(crate) fn near<'a>(name: &str, known: &[&'a str]) -> Vec<&'a str> {
    let mut found: Vec<(f64, &str)> = known
        .iter()
        .map(|one| (ratio(one, name), *one))
        .filter(|(ratio, _)| *ratio >= ALIKE)
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(a.1)));
    found.into_iter().take(3).map(|(_, name)| name).collect()
}

/// Returns the error for an unknown word: similar known words, or the command that lists all words.
pub(crate) fn unknown(what: &str, name: &str, known: &[&str], lister: &str) -> String {
    let meant: Vec<String> =
        near(&name.to_lowercase(), known).iter().map(|name| format!("'{name}'")).collect();
    let name = crate::values::quoted(name.as_ref());
    match meant.split_last() {
        None => format!("unknown {what} {name}; '{lister}' lists all"),
        Some((only, [])) => format!("unknown {what} {name}; did you mean {only}?"),
        Some((last, others)) => {
            format!("unknown {what} {name}; did you mean {} or {last}?", others.join(", "))
        }
    }
}

/// Returns the similarity: twice the number of common characters, divided by the number of all
/// characters (Ratcliff and Obershelp).
fn ratio(a: &str, b: &str) -> f64 {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let total = a.len() + b.len();
    if total == 0 { 1.0 } else { 2.0 * common(&a, &b) as f64 / total as f64 }
}

/// Counts the characters that two names share: the longest common part and, recursively, the common
/// parts before and after it.
fn common(a: &[char], b: &[char]) -> usize {
    let (mut from_a, mut from_b, mut len) = (0, 0, 0);
    for start_a in 0..a.len() {
        for start_b in 0..b.len() {
            let pairs = a[start_a..].iter().zip(&b[start_b..]);
            let same = pairs.take_while(|(one, other)| one == other).count();
            if same > len {
                (from_a, from_b, len) = (start_a, start_b, same);
            }
        }
    }
    if len == 0 {
        return 0;
    }
    let before = common(&a[..from_a], &b[..from_b]);
    before + len + common(&a[from_a + len..], &b[from_b + len..])
}

#[cfg(test)]
mod tests {
    use super::{near, unknown};

    #[test]
    fn similar_names_equal_those_of_difflib() {
        let known = ["encrypt", "decrypt", "keygen", "sign", "verify", "hashsig"];
        // difflib.get_close_matches(name, known)
        assert_eq!(near("encript", &known), ["encrypt", "decrypt"]);
        assert_eq!(near("decript", &known), ["decrypt", "encrypt"]);
        assert_eq!(near("sig", &known), ["sign", "hashsig"]);
        assert!(near("x", &known).is_empty());
    }

    #[test]
    fn an_unknown_name_is_answered_by_similar_names() {
        let said = |name| unknown("command", name, &["keygen", "sign", "signs"], "program --help");
        assert_eq!(said("KEYGN"), "unknown command 'KEYGN'; did you mean 'keygen'?");
        assert_eq!(said("sig"), "unknown command 'sig'; did you mean 'sign' or 'signs'?");
        assert_eq!(said("x"), "unknown command 'x'; 'program --help' lists all");
    }
}
