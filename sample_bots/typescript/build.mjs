// Builds the bot, and does only what is stale: fetches the packages of package-lock.json, makes src/generated/ (types) and
// dist/proto/ (what the bot loads) from the protocol's .proto files, compiles. Needs no network once the packages are there.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { chdir, exit } from "node:process";
import { fileURLToPath } from "node:url";

const FILES = ["game", "bot"].map((name) => `referee/v1/${name}.proto`);

// The options are those of src/kit/protocol.ts: what is generated here describes what is loaded there.
const TYPES = ["--longs=Number", "--enums=String", "--defaults", "--oneofs", "--includeComments"];
const PLACES = ["--grpcLib=@grpc/grpc-js", "--importFileExtension=.js", "--outDir=src/generated"];

function run(program, ...words) {
    const { status, error } = spawnSync(program, words, { stdio: "inherit" });
    if (error) console.error(`build: ${error.message}`);
    if (status !== 0) exit(1);
}

function fetchPackages() {
    // npm leaves this file when it is done.
    const done = "node_modules/.package-lock.json";
    if (existsSync(done) && statSync(done).mtimeMs >= statSync("package-lock.json").mtimeMs) return;
    run("npm", "ci", "--prefer-offline", "--no-fund", "--no-audit");
}

function generate() {
    const proto = ["proto", "../../proto"].find((folder) => existsSync(`${folder}/${FILES[0]}`));
    if (proto === undefined) {
        console.error(
            `build: there is no ${FILES[0]} in proto/ or ../../proto/; copy the referee's proto/ folder here`,
        );
        exit(1);
    }
    const same = (file) =>
        existsSync(`dist/proto/${file}`) && readFileSync(`dist/proto/${file}`).equals(readFileSync(`${proto}/${file}`));
    if (existsSync("src/generated") && FILES.every(same)) return;
    rmSync("src/generated", { recursive: true, force: true });
    const tool = "node_modules/.bin/proto-loader-gen-types";
    run(tool, "referee/v1/bot.proto", `--includeDirs=${proto}`, ...TYPES, ...PLACES);
    FILES.forEach((file) => cpSync(`${proto}/${file}`, `dist/proto/${file}`));
}

chdir(fileURLToPath(new URL(".", import.meta.url)));
fetchPackages();
generate();
run("node_modules/.bin/tsc", "--incremental");
