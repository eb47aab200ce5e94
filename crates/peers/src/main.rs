//! LMS of quicksalt and of its peers: checked against each other, then timed side by side.
//!
//! Exit code 0: all agree; 1: they do not, or something failed; 2: wrong use.

mod child;
mod cross;
mod dice;
mod hbs_lms;
mod lms_signature;
mod ours;
mod peer;
mod race;
mod report;

use std::env;
use std::fs;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use child::Child;
use dice::Dice;
use peer::{Outcome, Peer, Size};
use race::Rounds;

const USAGE: &str = "\
usage: quicksalt-peers [OPTION ...]

  --race NAME=COMMAND   a program that speaks the protocol of src/child.rs, timed too
  --check NAME=COMMAND  such a program, too slow to time: it only verifies and is verified
  --rounds N            rounds of signing and verifying (default 30); of key generation a third
  --widths W,W          bits of a digit, of 1, 2, 4, 8 (default 4,8)
  --seed N              of the orders; drawn by default
  --json FILE           also write every time to a file

example: quicksalt-peers --rounds 20 --widths 8 --json peers.json
";

/// What the command line asks for.
struct Options {
    race: Vec<String>,
    check: Vec<String>,
    rounds: usize,
    widths: Vec<u8>,
    seed: u64,
    json: Option<String>,
}

fn options() -> Outcome<Options> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos() as u64;
    let (race, check) = (Vec::new(), Vec::new());
    let mut options =
        Options { race, check, rounds: 30, widths: vec![4, 8], seed: now, json: None };
    let mut arguments = env::args().skip(1);
    while let Some(option) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{option} wants a value"))?;
        match option.as_str() {
            "--race" => options.race.push(value),
            "--check" => options.check.push(value),
            "--rounds" => options.rounds = value.parse()?,
            "--widths" => {
                options.widths = value.split(',').map(str::parse).collect::<Result<_, _>>()?
            }
            "--seed" => options.seed = value.parse()?,
            "--json" => options.json = Some(value),
            _ => return Err(format!("no option {option}").into()),
        }
    }
    if options.rounds == 0 || options.widths.iter().any(|width| ![1, 2, 4, 8].contains(width)) {
        return Err("at least one round; widths are 1, 2, 4 and 8".into());
    }
    Ok(options)
}

/// The random numbers of the operating system.
fn draw() -> impl rand_core::CryptoRng {
    rand_core::UnwrapErr(getrandom::SysRng)
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(error) => {
            eprint!("{error}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match compare(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn compare(options: &Options) -> Outcome<()> {
    let mut peers: Vec<Box<dyn Peer>> = vec![
        Box::new(ours::Ours::default()),
        Box::new(hbs_lms::HbsLms::default()),
        Box::new(lms_signature::LmsSignature::default()),
    ];
    for text in &options.race {
        peers.push(Box::new(Child::start(text)?));
    }
    let timed = peers.len();
    for text in &options.check {
        peers.push(Box::new(Child::start(text)?));
    }
    let verdicts = cross::check(&mut peers)?;
    let names: Vec<_> = peers.iter().map(|peer| peer.name()).collect();
    println!("{verdicts} verdicts as they should be, each of: {}\n", names.join(", "));
    peers.truncate(timed);
    let mut dice = Dice::new(options.seed);
    let rounds = Rounds { generate: options.rounds.div_ceil(3), others: options.rounds };
    let mut cells = Vec::new();
    for &width in &options.widths {
        cells.extend(race::run(&mut peers, Size { height: 10, width }, rounds, &mut dice)?);
    }
    print!("{}", report::table(&peers, &cells, &mut dice));
    println!("\nMedians of thread CPU time over interleaved rounds; seed {}.", options.seed);
    if let Some(path) = &options.json {
        let json = report::json(&peers, &cells, verdicts, &mut dice);
        fs::write(path, format!("{json:#}\n")).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(())
}
