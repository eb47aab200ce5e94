//! An implementation of LMS as a child of the ruler: `quicksalt-peers quicksalt | hbs-lms |
//! lms-signature`.

mod hbs_lms;
mod lms;
mod lms_signature;
mod ours;

use std::env;
use std::process::ExitCode;

use lms::{Lms, Peer};

fn main() -> ExitCode {
    let name = env::args().nth(1).unwrap_or_default();
    let peer: Box<dyn Peer> = match name.as_str() {
        "quicksalt" => Box::new(ours::Ours::default()),
        "hbs-lms" => Box::new(hbs_lms::HbsLms::default()),
        "lms-signature" => Box::new(lms_signature::LmsSignature::default()),
        _ => {
            eprintln!("usage: quicksalt-peers quicksalt | hbs-lms | lms-signature");
            return ExitCode::from(2);
        }
    };
    match quicksalt_child::serve(peer.version(), &mut Lms::new(peer)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The random number generator of the operating system.
fn draw() -> impl rand_core::CryptoRng {
    rand_core::UnwrapErr(getrandom::SysRng)
}
