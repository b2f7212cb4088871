//! Starts the bot.

mod bot;
#[allow(dead_code)] // a small bot needs little of it
mod kit;

use std::process::ExitCode;

/// The bot in one match; it remembers nothing. Give it fields for what it shall remember.
struct Player;

impl kit::Player for Player {
    fn choose(&mut self, position: &kit::Position) -> kit::Answer {
        bot::choose(position).into()
    }
}

fn main() -> ExitCode {
    let about = kit::About { name: "my-bot", version: env!("CARGO_PKG_VERSION"), max_in_flight: 64 };
    kit::run(about, |_| Box::new(Player))
}
