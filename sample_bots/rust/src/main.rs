//! Blocker finishes its tickets and takes the routes that others seem to need, when that costs little.

mod blocker;
mod board;
mod cards;
mod kit;
mod plan;
mod rivals;

use std::process::ExitCode;

fn main() -> ExitCode {
    let about = kit::About { name: "blocker", version: env!("CARGO_PKG_VERSION"), max_in_flight: 64 };
    kit::run(about, |about| Box::new(blocker::Blocker::new(&about.game)))
}
