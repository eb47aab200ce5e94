use alloc::vec::Vec;

use super::{ALONE, key};
use crate::error::Error;
use crate::{Pieces, signing};

const MESSAGE: &[u8] = b"quicksalt-sub is where a message in pieces may begin, but not end";

/// Returns a reader that splits a message into pieces of the given lengths, cyclically.
fn reader<'a>(
    message: &'a [u8],
    lengths: &'a [usize],
) -> impl FnMut(&mut Vec<u8>) -> crate::Result<()> {
    let (mut rest, mut lengths) = (message, lengths.iter().cycle());
    move |piece| {
        let len = rest.len().min(*lengths.next().unwrap());
        let (head, more) = rest.split_at(len);
        piece.extend_from_slice(head);
        rest = more;
        Ok(())
    }
}

#[test]
fn signatures_of_pieces_and_of_whole_messages_are_interchangeable() {
    let (key, _) = key(2, &ALONE);
    let public = key.public_key();
    for message in [MESSAGE, &[], &MESSAGE[..1]] {
        let whole = key.sign(message).unwrap();
        for lengths in [&[1][..], &[3, 20], &[1000]] {
            let signature = key.sign_pieces(&Pieces::new(&mut reader(message, lengths))).unwrap();
            public.verify(message, &signature).unwrap();
            for signature in [&signature, &whole] {
                let again = &mut reader(message, lengths);
                public.verify_pieces(&Pieces::new(again), signature).unwrap();
            }
            let longer = [message, b"!"].concat();
            let refused = public.verify_pieces(&Pieces::new(&mut reader(&longer, lengths)), &whole);
            assert_eq!(refused, Err(Error::Verification));
        }
    }
}

#[test]
fn certificates_are_not_signed_in_pieces() {
    let (key, _) = key(1, &ALONE);
    let remaining = key.remaining().unwrap();
    let message = b"quicksalt-sub-1\n";
    for lengths in [&[1][..], &[13], &[1000]] {
        let refused = key.sign_pieces(&Pieces::new(&mut reader(message, lengths)));
        assert!(matches!(refused, Err(signing::Error::Scheme(Error::Reserved))));
    }
    assert_eq!(key.remaining().unwrap(), remaining);
}

#[test]
fn an_error_of_the_reader_is_returned() {
    let (key, _) = key(1, &ALONE);
    let error = Error::Unsafe("the disk is gone");
    for good in 0..3 {
        let mut calls = 0;
        let mut read = |piece: &mut Vec<u8>| {
            piece.extend_from_slice(MESSAGE);
            calls += 1;
            if calls > good { Err(error.clone()) } else { Ok(()) }
        };
        let failed = key.sign_pieces(&Pieces::new(&mut read)).unwrap_err();
        assert!(matches!(failed, signing::Error::Scheme(found) if found == error));
    }
}

#[test]
fn a_message_cannot_be_read_twice() {
    let (key, _) = key(1, &ALONE);
    let mut read = reader(MESSAGE, &[7]);
    let pieces = Pieces::new(&mut read);
    key.sign_pieces(&pieces).unwrap();
    assert!(matches!(
        key.sign_pieces(&pieces),
        Err(signing::Error::Scheme(Error::Unsafe("the message was read before")))
    ));
}
