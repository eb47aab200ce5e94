//! `quicksalt trust load`: shows which certificates a store loads and which it skips.

use quicksalt_command::{Call, Command, Failure, Json, Outcome, Terminal, number};

use super::open::{
    CERTIFI, MISSING_OK, PATHS, Places, STRICT, SYSTEM, left_out, report_json, summary,
};
use super::{JSON, SHOWN};

pub(super) const COMMAND: Command = Command {
    name: "load",
    line: "Load certificates; report skipped ones and the reasons.",
    about: &[
        "Load certificates and report which were loaded and which were left out.",
        "A certificate that is not a CA certificate is trusted only as itself: it cannot issue others.",
        "Exits with 1 if no certificate was found, or if --strict is given and anything was left out.",
    ],
    arguments: &[PATHS],
    options: &[SYSTEM, CERTIFI, STRICT, MISSING_OK],
    json: JSON,
    examples: &[
        "quicksalt trust load",
        "quicksalt trust load /etc/ssl/certs extra.pem",
        "quicksalt trust load --strict --json report.json bundle.pem",
    ],
    run,
};

fn run(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let opened = Places::of(call).load(terminal)?;
    let names = number(opened.store.names().count() as u64, "name");
    terminal.tell(&format!("{}; {names}", summary(&opened.report)))?;
    let alone: Vec<_> = opened.store.iter().filter(|one| !one.is_authority()).collect();
    if !alone.is_empty() {
        let count = number(alone.len() as u64, "certificate");
        terminal.say(&format!("  {count} without CA status, trusted only as themselves:"))?;
    }
    for one in alone.iter().take(SHOWN) {
        terminal.say(&format!("    {}", one.subject_text()))?;
    }
    for line in left_out(&opened.report) {
        terminal.say(&format!("  {line}"))?;
    }
    let mut json = report_json(&opened.report);
    json.push(("trusted_alone".into(), Json::list(alone.iter().map(|one| one.position()))));
    Ok(Outcome::verdict(!opened.store.is_empty(), Json::Map(json)))
}
