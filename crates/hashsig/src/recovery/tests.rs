//! Recovery against test vectors, and refusals.

use super::{Cost, Credentials, LevelSearch, Resume, Stretched, disaster_key};
use crate::czd0::{Contexts, Key, Layout, LevelParams, Params, key_from_creds};
use crate::error::Error;
use crate::lms::hss::PublicKey;
use crate::lms::{self, Family, Height, Width};
use crate::testing::{Case, each};
use crate::trees::Levels;

fn credentials<'a>(case: &Case<'a>) -> Credentials<'a> {
    let (account, role) = (case.text("account"), case.text("role"));
    Credentials { account, role, passphrase: case.text("passphrase") }
}

fn secret(case: &Case<'_>) -> Key {
    let who = credentials(case);
    key_from_creds(who.account, who.role, who.passphrase).unwrap()
}

fn levels(heights: &[Height]) -> Levels {
    let (family, width) = (Family::Sha256N32, Width::W8);
    let params = heights.iter().map(|&height| lms::Params { family, height, width });
    Levels::new(&params.collect::<Vec<_>>()).unwrap()
}

#[test]
fn credentials_recover_the_published_keys() {
    each("recovery", |case| match case.text("operation") {
        "disaster" => disaster(&case),
        "level" => level(&case),
        "hss" => hss(&case),
        other => assert_eq!(other, "a known operation"),
    });
}

fn disaster(case: &Case<'_>) {
    let sizes = ["hashlen", "otsbits"].map(|field| case.number(field) as usize);
    let params = Params::new(sizes[0], sizes[1]).unwrap();
    let mut published = case.bytes("published");
    let found = disaster_key(params, &secret(case), &published).unwrap();
    assert_eq!(
        (found.contexts(), found.public_key().unwrap()),
        (case.contexts(), published.clone())
    );
    published[23] ^= 1;
    let refused = disaster_key(params, &secret(case), &published);
    assert!(matches!(refused, Err(Error::Unrecovered(_))));
}

fn level(case: &Case<'_>) {
    let sizes = ["hashlen", "otsbits", "height"].map(|field| case.number(field) as usize);
    let params = LevelParams::new(sizes[0], sizes[1], sizes[2]).unwrap();
    let (published, first) = (case.bytes("published"), case.number("wen3index"));
    let search = LevelSearch::new(params, secret(case), first, &published).unwrap();
    let found = search.finish().unwrap();
    let layout = match case.text("layout") {
        "recovery tool" => Layout::RecoveryTool,
        _ => Layout::LevelKey,
    };
    assert_eq!((found.contexts(), found.layout()), (case.contexts(), layout), "{}", case.source());
    assert_eq!(found.public_key().unwrap(), published, "{}", case.source());
}

fn hss(case: &Case<'_>) {
    let cost =
        Cost { memory_kib: case.number("memory_kib") as u32, passes: case.number("passes") as u32 };
    let stretched = Stretched::new(&credentials(case), cost).unwrap();
    let published = PublicKey::from_bytes(&case.bytes("published")).unwrap();
    let found = stretched.recover_hss(levels(&[Height::H5; 2]), &published).unwrap();
    assert_eq!(found.public_key(), published, "{}", case.source());
    let deeper = stretched.recover_hss(levels(&[Height::H5; 3]), &published);
    assert!(matches!(deeper, Err(Error::Unrecovered(_))));
}

#[test]
fn a_search_reports_progress_and_ends() {
    let params = LevelParams::new(16, 4, 7).unwrap();
    let mut search = LevelSearch::new(params, Key::new([1; 32]), 0, &[0; 16]).unwrap();
    let mut last = search.progress();
    assert_eq!(last, 0.0);
    for _ in 0..5 {
        assert!(search.step().unwrap().is_none());
        assert!(search.progress() > last);
        last = search.progress();
    }
    for _ in 0..2 {
        assert!(matches!(search.step(), Err(Error::Unrecovered(_))));
        assert_eq!(search.progress(), 1.0);
    }
}

#[test]
fn fields_are_separated() {
    let cost = Cost { memory_kib: 8, passes: 1 };
    let public_key = |account, role, passphrase| {
        let who = Credentials { account, role, passphrase };
        let stretched = Stretched::new(&who, cost).unwrap();
        stretched.hss(levels(&[Height::H5])).unwrap().to_bytes().to_vec()
    };
    let keys = [
        public_key("ab", "c", "d"),
        public_key("a", "bc", "d"),
        public_key("abc", "", "d"),
        public_key("ab", "", "cd"),
        public_key("", "abc", "d"),
    ];
    for (place, key) in keys.iter().enumerate() {
        assert!(!keys[..place].contains(key), "{place}");
    }
    let coinzdense = |account, role| key_from_creds(account, role, "d").unwrap().to_vec();
    assert_eq!(coinzdense("ab", "c"), coinzdense("a", "bc"), "as coinZdense has it");
}

#[test]
fn invalid_arguments_are_named() {
    let who = Credentials { account: "a", role: "r", passphrase: "secret" };
    let refused = |who: Credentials<'_>, memory_kib, passes| {
        let cost = Cost { memory_kib, passes };
        match Stretched::new(&who, cost).unwrap_err() {
            Error::Parameter { argument, .. } => argument,
            _ => "no parameter",
        }
    };
    assert_eq!(refused(Credentials { passphrase: "", ..who }, 8, 1), "passphrase");
    assert_eq!(refused(who, 7, 1), "memory_kib");
    assert_eq!(refused(who, u32::MAX, 1), "memory_kib");
    assert_eq!(refused(who, 8, 0), "passes");
    assert!(!format!("{who:?}").contains("secret"));
    let params = LevelParams::new(20, 7, 3).unwrap();
    let search = |published: &[u8], first| {
        LevelSearch::new(params, Key::new([1; 32]), first, published).map(|_| ()).unwrap_err()
    };
    let (argument, expected) = ("published", "hashlen bytes long");
    assert_eq!(search(&[0; 19], 0), Error::Parameter { argument, expected, actual: 19 });
    assert!(matches!(search(&[0; 20], u64::MAX), Error::Parameter { argument: "wen3index", .. }));
}

#[test]
fn a_recovered_key_continues_at_an_unused_index() {
    let levels = levels(&[Height::H5, Height::H5, Height::H10]);
    let next = |resume: Resume| resume.next_index(&levels);
    let after = |seen, level| next(Resume::AfterTree { seen, level });
    assert_eq!(next(Resume::From(0)), Ok(0));
    assert_eq!(next(Resume::From(1_048_575)), Ok(1_048_575));
    assert_eq!(next(Resume::From(1_048_576)), Err(Error::Exhausted));
    assert_eq!(after(0, 2), Ok(1024));
    assert_eq!(after(1023, 2), Ok(1024));
    assert_eq!(after(1024, 2), Ok(2048));
    assert_eq!(after(1024, 1), Ok(32 * 1024));
    assert_eq!(after(0, 0), Err(Error::Exhausted));
    assert_eq!(after(1_048_575, 2), Err(Error::Exhausted));
    assert_eq!(after(1_048_576, 2), Err(Error::Exhausted));
    assert!(matches!(after(0, 3), Err(Error::Parameter { argument: "level", .. })));
}

#[test]
fn both_layouts_together_equal_each_layout() {
    let (params, secret) = (LevelParams::new(17, 5, 4).unwrap(), Key::new([9; 32]));
    let made = |layout| {
        crate::czd0::LevelKey::new(params, secret.clone(), 77, Contexts::Windows, layout).unwrap()
    };
    for range in [0..16, 3..4, 5..11] {
        let both = made(Layout::LevelKey).of_both_layouts(range.clone()).unwrap();
        for (layout, found) in Layout::ALL.into_iter().zip(both) {
            let alone = made(layout).one_time_public_keys(range.clone()).unwrap();
            assert_eq!(found, alone, "{layout:?} {range:?}");
        }
    }
    let beyond = made(Layout::LevelKey).of_both_layouts(15..17);
    assert_eq!(beyond, Err(Error::Exhausted));
}
