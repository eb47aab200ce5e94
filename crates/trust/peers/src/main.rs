//! Child processes of the benchmark ruler for the trust store and for rustls's certificate loaders:
//! `quicksalt-trust-peers load quicksalt | pki-types | native-certs PATH` loads a bundle or a
//! directory in each iteration; `quicksalt-trust-peers verify SIZE` verifies one chain against a
//! store with this number of trusted certificates.

mod load;
mod verify;

use std::env;
use std::error::Error;

use quicksalt_child::serve;

const USAGE: &str = "usage: quicksalt-trust-peers load quicksalt | pki-types | native-certs PATH\n\
                     \x20      quicksalt-trust-peers verify SIZE";

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<_> = env::args().skip(1).collect();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["load", name, path] => {
            let loader = load::find(name).ok_or(USAGE)?;
            serve(loader.version, &mut load::Loading::new(loader, path))?;
        }
        ["verify", size] => {
            serve("quicksalt-trust of this tree", &mut verify::Verifying::new(size.parse()?)?)?;
        }
        _ => return Err(USAGE.into()),
    }
    Ok(())
}
