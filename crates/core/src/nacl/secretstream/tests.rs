#![allow(clippy::unwrap_used)]
use alloc::vec::Vec;

use super::state::{COUNTER, REST};
use super::*;

#[test]
fn a_sequence_resumes_from_its_state() {
    let (mut push, mut pull) = pair();
    let sealed = push.push(b"one", b"", TAG_REKEY).unwrap();
    pull.pull(&sealed, b"").unwrap();
    assert_eq!(*push.state(), *pull.state());
    assert_eq!(push.state()[USED..], [0; 8]);
    let sealed = Push::from_state(&push.state()).push(b"two", b"", TAG_MESSAGE).unwrap();
    assert_eq!(pull.pull(&sealed, b"").unwrap(), (b"two".to_vec(), TAG_MESSAGE));
}

fn pair() -> (Push, Pull) {
    let (header, key) = ([5; HEADER_LEN], Key::from([6; 32]));
    (Push::with_header(&header, &key).unwrap(), Pull::new(&header, &key).unwrap())
}

/// Overflow of the message number would repeat nonces.
#[test]
fn the_key_changes_when_the_message_number_overflows() {
    let (mut push, mut pull) = pair();
    for state in [&mut push.0, &mut pull.state] {
        state.0[COUNTER..REST].fill(0xff);
    }
    let before = push.state()[..32].to_vec();
    let last = push.push(b"last", b"", TAG_MESSAGE).unwrap();
    assert_ne!(push.state()[..32].to_vec(), before);
    assert_eq!(push.0.0[COUNTER..REST], [1, 0, 0, 0]);
    let next = push.push(b"next", b"", TAG_MESSAGE).unwrap();
    assert_eq!(pull.pull(&last, b"").unwrap().0, b"last");
    assert_eq!(pull.pull(&next, b"").unwrap().0, b"next");
}

#[test]
fn rejected_messages_change_neither_state_nor_output() {
    let (mut push, mut pull) = pair();
    let sealed: Vec<_> =
        (0..3).map(|i| push.push(&[i; 100], b"aad", TAG_MESSAGE).unwrap()).collect();
    for i in 0..3_u8 {
        let genuine = &sealed[usize::from(i)];
        let mut out = [9; 100];
        for at in 0..genuine.len() {
            let mut forged = genuine.clone();
            forged[at] ^= 1;
            let verdict = pull.pull_into(&mut out, &forged, b"aad");
            assert_eq!(verdict, Err(Error::Verification), "byte {at}");
        }
        assert_eq!(pull.pull(genuine, b"add"), Err(Error::Verification));
        assert_eq!(pull.pull(&genuine[..OVERHEAD - 1], b"aad"), Err(Error::Verification));
        assert_eq!(pull.pull(&sealed[usize::from(i + 1) % 3], b"aad"), Err(Error::Verification));
        assert_eq!(out, [9; 100]);
        assert_eq!(pull.pull_into(&mut out, genuine, b"aad"), Ok(TAG_MESSAGE));
        assert_eq!(out, [i; 100]);
        assert!(!pull.is_finished());
    }
    let end = push.push(b"", b"", TAG_FINAL).unwrap();
    assert_eq!(pull.pull(&end, b""), Ok((Vec::new(), TAG_FINAL)));
    assert!(pull.is_finished());
}

#[test]
fn wrong_lengths_are_reported() {
    let (mut push, mut pull) = pair();
    for len in [0, 16, 18, 30] {
        let pushed = push.push_into(&mut [0; 30][..len], b"", b"", TAG_MESSAGE);
        assert!(matches!(pushed, Err(Error::Length { argument: "out", .. })), "{len}");
    }
    let sealed = push.push(b"m", b"", TAG_MESSAGE).unwrap();
    let pulled = pull.pull_into(&mut [0; 2], &sealed, b"");
    assert!(matches!(pulled, Err(Error::Length { argument: "out", .. })));
    assert_eq!(pull.pull(&sealed, b"").unwrap().0, b"m");
}
