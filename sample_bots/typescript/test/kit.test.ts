import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Server, ServerCredentials, type ServerDuplexStream } from "@grpc/grpc-js";
import { play } from "../src/kit/run.js";
import { Session, type Bot } from "../src/kit/session.js";
import { protocol, type PlayRequest } from "../src/kit/protocol.js";
import { arrived, game, position, question, start } from "./board.js";

const about = { name: "test", version: "1", maxInFlight: 8 };
const last: Bot = (here) => here.actions.at(-1) ?? assert.fail();

/** A stand-in for the referee; `script` is its side of the conversation. Gives the messages of the bot. */
async function meet(address: string, script: object[], bot: Bot, log: string[] = []): Promise<PlayRequest[]> {
  const said: PlayRequest[] = [];
  const server = new Server();
  const lines = [...script];
  server.addService(protocol.RefereeService.service, {
    play: (call: ServerDuplexStream<PlayRequest, object>) => {
      call.on("error", () => undefined); // the bot cancels its call when all is said
      call.on("data", (message: PlayRequest) => {
        said.push(message);
        // Each message of the bot is answered by the lines up to the next that waits for one.
        while (lines.length > 0) {
          const line = lines.shift() ?? {};
          call.write(line);
          if ("matchStart" in line || "decisions" in line) return;
        }
        call.end();
      });
    },
  });
  const port = await new Promise<number>((found, failed) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, bound) =>
      error ? failed(error) : found(bound),
    );
  });
  try {
    const target = address.startsWith("unix:") ? address : `127.0.0.1:${port}`;
    await play({ address: target, token: "secret" }, bot, about, (line) => log.push(line));
  } finally {
    server.forceShutdown();
  }
  return said;
}

const opening = [{ welcome: { protocolVersion: 1 } }, { game }, { matchStart: start }];
const asked = { decisions: { decisions: [1, 2].map((n) => question("MAIN", ["draw deck", "tickets"], {}, n)) } };
const done = { goodbye: { reason: "GOODBYE_REASON_DONE" } };

for (const kind of ["a Unix socket", "TCP"]) {
  test(`it plays over ${kind}: hello, ready, a list of decisions answered in one message, goodbye`, async () => {
    const folder = mkdtempSync(join(tmpdir(), "kit-"));
    try {
      const address = kind === "TCP" ? "127.0.0.1:0" : `unix:${join(folder, "r.sock")}`;
      const said = await meet(address, [...opening, asked, done], last);
      assert.equal(said[0]?.hello?.token, "secret");
      assert.equal(said[0]?.hello?.protocolVersion, 1);
      assert.equal(said[1]?.ready?.matchId, start.matchId);
      assert.deepEqual(
        said[2]?.moves?.moves?.map((move) => [move.decision, move.action]),
        [
          [1, 4],
          [2, 4],
        ],
      );
      assert.equal(said.length, 3);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

test("a goodbye that is the bot's fault is told", async () => {
  const refusal = { goodbye: { reason: "GOODBYE_REASON_TOKEN_REFUSED", text: "this token was used before" } };
  await assert.rejects(meet("127.0.0.1:0", [refusal], last), {
    message: "the referee said goodbye: TOKEN_REFUSED: this token was used before",
  });
});

test("a stream that ends without a goodbye is an error", async () => {
  await assert.rejects(meet("127.0.0.1:0", opening.slice(0, 1), last), {
    message: "the referee closed the stream without a goodbye",
  });
});

test("a referee that is not there is named", async () => {
  const nowhere = { address: "unix:/nowhere/r.sock", token: "secret" };
  await assert.rejects(
    play(nowhere, last, about, () => undefined),
    /^Error: no referee answers at unix:\/nowhere\/r.sock: /,
  );
});

test("a bot that fails is shown with the question", () => {
  const session = new Session(
    () => assert.fail("out of ideas"),
    () => undefined,
  );
  opening.forEach((message) => [...session.receive(arrived(message))]);
  assert.throws(
    () => [...session.receive(arrived(asked))],
    /out of ideas[^]*the bot failed: match 0+ .*, legal: draw deck, tickets/,
  );
});

test("notes go with the move, and are left out when they are too long", () => {
  const log: string[] = [];
  for (const [length, kept] of [
    [10, true],
    [20_000, false],
  ] as const) {
    const bot: Bot = (here) => {
      here.note({ text: "x".repeat(length) });
      return last(here);
    };
    const session = new Session(bot, (line) => log.push(line));
    opening.forEach((message) => [...session.receive(arrived(message))]);
    const moves = [...session.receive(arrived(asked))].flatMap((answer) => answer.moves?.moves ?? []);
    assert.deepEqual(
      moves.map((move) => move.notes !== undefined),
      [kept, kept],
    );
  }
  assert.match(log[0] ?? "", /^notes left out/);
});

test("a slow bot's answers leave at once", () => {
  let time = 0;
  const session = new Session(
    last,
    () => undefined,
    () => (time += 10),
  );
  opening.forEach((message) => [...session.receive(arrived(message))]);
  const lists = [...session.receive(arrived(asked))].map((answer) => answer.moves?.moves?.length);
  assert.deepEqual(lists, [1, 1]);
});

test("faults are told to the author", () => {
  const log: string[] = [];
  const session = new Session(last, (line) => log.push(line));
  opening.forEach((message) => [...session.receive(arrived(message))]);
  const fault = { decision: 3, code: "FAULT_CODE_TIMEOUT", reason: "late", text: "the answer came late" };
  assert.deepEqual([...session.receive(arrived({ matchEnd: { matchId: start.matchId, faults: [fault] } }))], []);
  assert.deepEqual(log, [
    "fault TIMEOUT (late) at decision 3: the answer came late: match 0000000000000000 (square, 2 players, seat 0)",
  ]);
});

test("random numbers depend on seed and decision alone", () => {
  const [one, same] = [position("MAIN", ["pass"]), position("MAIN", ["pass"])];
  const drawn = [one.random(), one.random()];
  assert.deepEqual([same.random(), same.random()], drawn);
  assert.notEqual(drawn[0], drawn[1]);
});
