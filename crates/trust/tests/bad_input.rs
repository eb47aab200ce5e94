//! Tests that an error in a bundle is reported and affects only the certificate that contains it.
#![allow(clippy::unwrap_used)]

mod common;

use common::{block, load, negative_serial, pem, root, skipped};
use quicksalt_trust::Reason;

/// Loads from memory and from a file, and checks that both give the expected result.
#[track_caller]
fn expect(bytes: impl AsRef<[u8]>, loaded: u64, wrong: &[(&str, Option<u64>)]) {
    let (store, report) = load(bytes.as_ref());
    assert_eq!(skipped(&report), wrong, "{:?}", report.skipped);
    assert_eq!((store.len() as u64, report.loaded), (loaded, loaded));
    let folder = common::Folder::new();
    let from_file = quicksalt_trust::TrustStore::new().load([folder.write("bundle", bytes)]);
    assert_eq!(from_file.loaded, loaded);
    assert_eq!(skipped(&from_file), wrong);
}

/// Returns the offset of the BEGIN line number `n` (from 0).
#[track_caller]
fn begin(text: &str, n: usize) -> Option<u64> {
    text.match_indices("-----BEGIN ").nth(n).map(|(at, _)| at as u64)
}

fn three() -> [String; 3] {
    ["A", "B", "C"].map(|name| pem(&root(name)))
}

/// Replaces one character in the body of a PEM block.
fn damage(pem: &str, with: char) -> String {
    let (head, tail) = pem.split_at(200);
    format!("{head}{with}{}", &tail[1..])
}

#[test]
fn accepts_valid_bundles() {
    let [a, b, c] = three();
    expect(format!("{a}{b}{c}"), 3, &[]);
    expect(format!("# A\n{a}\nsome text - with a dash, and -----\n{b}"), 2, &[]);
    expect(format!("{a}{b}").trim_end(), 2, &[]);
}

#[test]
fn invalid_base64_affects_one_certificate() {
    let [a, b, c] = three();
    for with in ['!', '#', '\0', '_', '\u{7f}'] {
        let text = format!("{a}{}{c}", damage(&b, with));
        expect(&text, 2, &[("base64", begin(&text, 1))]);
    }
    // A dash ends the body even if it does not begin a boundary.
    let text = format!("{a}{}{c}", damage(&b, '-'));
    expect(&text, 2, &[("base64", begin(&text, 1))]);
}

#[test]
fn padding_in_the_middle() {
    let [a, b, _] = three();
    let text = format!("{}{b}", damage(&a, '='));
    expect(&text, 1, &[("base64", Some(0))]);
}

#[test]
fn reports_a_truncated_last_block() {
    let [a, b, _] = three();
    for cut in [b.len() / 2, 3, 12, b.len() - 27, b.len() - 28] {
        let text = format!("{a}{}", &b[..b.len() - cut]);
        expect(&text, 1, &[("truncated", begin(&text, 1))]);
    }
    // A block truncated in its first line has no recognisable type.
    let text = format!("{a}-----BEGIN CERTIF");
    expect(&text, 1, &[("boundary", begin(&text, 1))]);
    expect(format!("{a}-----BEG"), 1, &[]);
}

#[test]
fn random_bytes_as_der() {
    let noise: Vec<u8> = (0..500_u32).map(|i| (i * i * 7 + i / 3) as u8).collect();
    let text = format!("{}{}", pem(&noise), pem(&root("B")));
    expect(text, 1, &[("der", Some(0))]);
}

#[test]
fn trailing_bytes() {
    let mut long = root("A");
    long.extend([0, 0]);
    let text = format!("{}{}", pem(&long), pem(&root("B")));
    expect(&text, 1, &[("trailing", Some(0))]);
    let (_, report) = load(text.as_bytes());
    assert_eq!(report.skipped[0].reason, Reason::Trailing(2));
}

#[test]
fn a_wrong_end_label_does_not_affect_the_next_block() {
    let [a, b, _] = three();
    let text = format!("{}{b}", a.replace("END CERTIFICATE", "END X509 CRL"));
    expect(&text, 1, &[("truncated", Some(0))]);
    let text = format!("{}{b}", a.replace("-----END CERTIFICATE-----\n", ""));
    expect(&text, 1, &[("truncated", Some(0))]);
}

#[test]
fn the_same_certificate_three_times() {
    let [a, ..] = three();
    let (store, report) = load(a.repeat(3).as_bytes());
    assert_eq!((store.len(), report.loaded, report.duplicates), (1, 1, 2));
    assert!(report.is_clean());
}

#[test]
fn a_negative_serial_is_loaded_and_counted() {
    let negative = negative_serial(&root("A"));
    let (store, report) = load(format!("{}{}", pem(&negative), pem(&root("B"))).as_bytes());
    assert_eq!((store.len(), report.non_positive_serials), (2, 1));
    assert!(report.is_clean());
    let flags: Vec<bool> = store.iter().map(|c| c.has_non_positive_serial()).collect();
    assert_eq!(flags, [true, false]);
}

#[test]
fn accepts_any_newlines_and_line_lengths() {
    let [a, b] = ["A", "B"].map(root);
    for (columns, newline) in [
        (64, "\r"),
        (64, "\r\n"),
        (76, "\n"),
        (10_000, "\n"),
        (64, " \n"),
        (60, "    \n"),
        (1, "\n"),
    ] {
        let text = [&a, &b].map(|der| block(der, "CERTIFICATE", columns, newline)).concat();
        expect(text, 2, &[]);
    }
    let text = format!("{}{}", pem(&a).replace('\n', "\n   "), pem(&b).replace('\n', "\n\n"));
    expect(text, 2, &[]);
}

#[test]
fn a_byte_order_mark_and_leading_blanks() {
    let [a, b, _] = three();
    expect(format!("\u{feff}{a}{b}"), 2, &[]);
    expect(format!("\u{feff} {a}{b}"), 2, &[]);
    let indented: String = a.lines().map(|line| format!("  \t{line}\n")).collect();
    expect(format!("{indented}{b}"), 2, &[]);
}

#[test]
fn joined_without_a_newline() {
    let [a, b, _] = three();
    expect(format!("{}{b}", a.trim_end()), 2, &[]);
}

#[test]
fn a_comment_sign_disables_a_certificate() {
    let [a, b, _] = three();
    expect(format!("#{a}{b}"), 1, &[("mid-line", Some(1))]);
    let text: String = a.lines().map(|line| format!("# {line}\n")).collect();
    expect(format!("{text}{b}"), 1, &[("mid-line", Some(2))]);
    let one_line = format!("// {}", a.replace('\n', ""));
    expect(format!("{one_line}\n{b}"), 1, &[("mid-line", Some(3))]);
}

#[test]
fn other_labels_are_reported() {
    let [a, b] = ["A", "B"].map(root);
    for label in ["X509 CRL", "PRIVATE KEY", ""] {
        let text = format!("{}{}", block(&a, label, 64, "\n"), pem(&b));
        expect(&text, 1, &[("label", Some(0))]);
        let (_, report) = load(text.as_bytes());
        assert_eq!(report.skipped[0].reason, Reason::Label(label.into()));
    }
    let text = format!("-----BEGIN PRIVATE KEY-----\n!!no base64!!\n{}", pem(&b));
    expect(text, 1, &[("label", Some(0))]);
}

#[test]
fn damaged_boundaries() {
    let [a, b, _] = three();
    let at = (a.find("-----END").unwrap() - 1) as u64;
    expect(format!("{}{b}", &a[1..]), 1, &[("boundary", Some(at))]);
    let text = format!("{}{b}", a.replacen("CERTIFICATE-----", "CERTIFICATE----", 1));
    expect(text, 1, &[("boundary", Some(0))]);
    let text = format!("-----BEGIN {}-----\n{b}", "LONG ".repeat(50));
    expect(text, 1, &[("boundary", Some(0))]);
    expect(format!("-----BEGIN CERTIFICATE\n-----\n{b}"), 1, &[("boundary", Some(0))]);
}

#[test]
fn reports_empty_input() {
    for text in ["", "\n", "some text\n", "----------------"] {
        expect(text, 0, &[("no-certificate", None)]);
    }
}

#[test]
fn accepts_der_without_further_bytes() {
    let a = root("A");
    expect(&a, 1, &[]);
    expect([&a[..], b"\n"].concat(), 0, &[("trailing", Some(0))]);
    for cut in [2, 3, 100, a.len() - 1] {
        expect(&a[..cut], 0, &[("der", Some(0))]);
    }
}

/// Tests non-minimal, indefinite and oversized DER lengths at every position.
#[test]
fn a_rejected_certificate_leaves_the_store_unchanged() {
    let a = root("A");
    for at in 0..a.len() {
        for with in [0x00, 0x30, 0x80, 0x84, 0xff, a[at] ^ 1, a[at].wrapping_add(1)] {
            let mut changed = a.clone();
            changed[at] = with;
            let mut store = quicksalt_trust::TrustStore::new();
            if store.add(&changed).is_err() {
                assert_eq!((store.len(), store.total()), (0, 0));
            }
        }
    }
}
