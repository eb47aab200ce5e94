//! Loads files and directories and prints the outcome:
//! `cargo run --release -p quicksalt-trust --example load -- /etc/ssl/certs`.

use quicksalt_trust::TrustStore;

fn main() {
    let mut store = TrustStore::new();
    let report = store.load(std::env::args_os().skip(1));
    report.skipped.iter().for_each(|skipped| println!("left out: {skipped}"));
    println!("{} loaded, {} duplicates", report.loaded, report.duplicates);
}
