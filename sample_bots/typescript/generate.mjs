// Makes src/generated/ (types) and dist/proto/ (what the bot loads) from the protocol's .proto files, with the standard
// tool of @grpc/proto-loader. The files are taken from proto/ here, else from the project that this folder is part of.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const proto = [`${here}proto`, `${here}../../proto`].find((folder) => existsSync(`${folder}/referee/v1/bot.proto`));
if (proto === undefined) {
    console.error(
        "generate: there is no referee/v1/bot.proto in proto/ or ../../proto/; copy the referee's proto/ folder here",
    );
    process.exit(1);
}
rmSync(`${here}src/generated`, { recursive: true, force: true });
// The options are those of src/kit/protocol.ts: what is generated here describes what is loaded there.
const options = [
    "--longs=Number",
    "--enums=String",
    "--defaults",
    "--oneofs",
    "--includeComments",
    "--grpcLib=@grpc/grpc-js",
];
const places = [
    "--importFileExtension=.js",
    `--includeDirs=${proto}`,
    `--outDir=${here}src/generated`,
    "referee/v1/bot.proto",
];
const made = spawnSync("proto-loader-gen-types", [...options, ...places], { stdio: "inherit" });
if (made.status !== 0) process.exit(1);
cpSync(proto, `${here}dist/proto`, { recursive: true });
