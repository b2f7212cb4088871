//! The gRPC stream between a bot process and the referee. It knows no game; `session` gives the answers.

use std::env::var;
use std::process::ExitCode;

use tokio::sync::mpsc::unbounded_channel;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::Status;
use tonic::transport::Endpoint;

use super::proto::referee_service_client::RefereeServiceClient;
use super::proto::{Goodbye, GoodbyeReason};
use super::session::{Log, Session};
use super::{About, Match, Player};

/// Most bytes that are read at once; the referee sends at most 1 MiB.
const MESSAGE_LIMIT: usize = 4 * 1024 * 1024;

/// Plays all matches that the referee starts. The exit status is 0 after a goodbye, 1 when something failed, 2 when no
/// referee started the process.
pub fn run(about: About, join: impl Fn(&Match) -> Box<dyn Player>) -> ExitCode {
    let log = |line: &str| eprintln!("{}: {line}", about.name);
    let invitation = ["REFEREE_ADDRESS", "REFEREE_TOKEN"].map(|name| var(name).map_err(|_| name));
    let (address, token) = match invitation {
        [Ok(address), Ok(token)] => (address, token),
        [Err(name), _] | [_, Err(name)] => {
            log(&format!(
                "{name} is not set: a bot is started by the referee, not by hand. Start it with\n    {BY_HAND}"
            ));
            return ExitCode::from(2);
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let played = runtime
        .map_err(|error| error.to_string())
        .and_then(|runtime| runtime.block_on(serve(&address, token, &mut Session::new(&about, &join, &log))));
    match played {
        Ok(goodbye) => farewell(&goodbye, &log),
        Err(problem) => {
            log(&problem);
            ExitCode::FAILURE
        }
    }
}

const BY_HAND: &str = "referee play --edition usa --bot . --bot greedy";

fn farewell(goodbye: &Goodbye, log: &Log) -> ExitCode {
    if matches!(goodbye.reason(), GoodbyeReason::Done | GoodbyeReason::ShuttingDown) {
        return ExitCode::SUCCESS;
    }
    let reason = goodbye.reason().as_str_name().trim_start_matches("GOODBYE_REASON_");
    log(&format!("the referee said goodbye: {reason}: {}", goodbye.text));
    ExitCode::FAILURE
}

/// Says hello and answers until the referee says goodbye. `address` is `unix:/path` or `host:port`.
async fn serve(address: &str, token: String, session: &mut Session<'_>) -> Result<Goodbye, String> {
    let place = if address.starts_with("unix:") { address.into() } else { format!("http://{address}") };
    let endpoint = Endpoint::from_shared(place).map_err(|error| format!("REFEREE_ADDRESS {address}: {error}"))?;
    let absent = |why: String| format!("no referee answers at {address}: {why}");
    let channel = endpoint.connect().await.map_err(|error| absent(chain(&error)))?;
    let (outbox, requests) = unbounded_channel();
    // The receiver lives as long as the call: a message that cannot be sent is one that nobody waits for.
    let mut send = |request| drop(outbox.send(request));
    send(session.hello(token));
    let mut client = RefereeServiceClient::new(channel).max_decoding_message_size(MESSAGE_LIMIT);
    let call = client.play(UnboundedReceiverStream::new(requests)).await;
    let mut messages = call.map_err(|status| absent(status.message().into()))?.into_inner();
    while session.goodbye.is_none() {
        let message = messages.message().await.map_err(|status| lost(&status, session, absent))?;
        let message = message.ok_or("the referee closed the stream without a goodbye")?;
        if let Some(payload) = message.payload {
            session.receive(payload, &mut send).map_err(|confusion| confusion.to_string())?;
            tokio::task::yield_now().await;
        }
    }
    Ok(session.goodbye.take().unwrap_or_default())
}

fn lost(status: &Status, session: &Session, absent: impl Fn(String) -> String) -> String {
    match session.welcomed {
        true => format!("the referee has gone away: {}", status.message()),
        false => absent(status.message().into()),
    }
}

/// An error with all that lies behind it: tonic's own says "transport error" alone.
fn chain(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {}", chain(source)),
        None => error.to_string(),
    }
}
