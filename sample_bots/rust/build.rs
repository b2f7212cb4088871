//! Makes the protocol's code from the `.proto` files, without a protoc program.

use std::error::Error;
use std::path::Path;

/// Where the files are: beside this bot when its folder was copied out, else at the top of the checkout.
const FOLDERS: [&str; 2] = ["proto", "../../proto"];

fn main() -> Result<(), Box<dyn Error>> {
    let found = FOLDERS.into_iter().find(|folder| Path::new(folder).join("referee/v1/bot.proto").is_file());
    let proto =
        found.ok_or("no referee/v1/bot.proto in proto/ or ../../proto: copy the project's proto/ folder here")?;
    println!("cargo:rerun-if-changed={proto}");
    println!("cargo:rerun-if-changed=build.rs");
    let files = protox::compile(["referee/v1/bot.proto"], [proto])?;
    tonic_prost_build::configure().build_server(false).build_transport(false).compile_fds(files)?;
    Ok(())
}
