// Turns a bot into a process: reads the environment, opens the stream, says what went wrong, exits. Knows no game.
import { setImmediate as turn } from "node:timers/promises";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { PROTOCOL_VERSION, protocol, type RefereeServiceClient } from "./protocol.js";
import { KitError, Session, type Bot } from "./session.js";

const KIT = "typescript-kit 1";
const OPTIONS = { "grpc.enable_http_proxy": 0, "grpc.enable_retries": 0, "grpc.max_receive_message_length": 4 << 20 };
const PEACEFUL = ["GOODBYE_REASON_DONE", "GOODBYE_REASON_SHUTTING_DOWN"];

/** What a bot says about itself. */
export interface About {
  readonly name: string;
  readonly version: string;
  /** Matches that the bot plays at once, 1 to 256. More than 1 only if none can leak into another through globals. */
  readonly maxInFlight: number;
}

/** Where the referee is, and the token that opens a session there. */
export interface Invitation {
  /** `unix:/...` or `host:port`. */
  readonly address: string;
  readonly token: string;
}

/**
 * Plays all matches that the referee starts, then exits: the last line of a bot's script. The exit status is 0 after a
 * goodbye, 1 when something failed, 2 when the process was not started by a referee.
 */
export async function run(bot: Bot, about: About): Promise<never> {
  const log = (line: string): boolean => process.stderr.write(`${about.name}: ${line}\n`);
  const { REFEREE_ADDRESS: address, REFEREE_TOKEN: token } = process.env;
  if (!address || !token) {
    log(byHand(address ? "REFEREE_TOKEN" : "REFEREE_ADDRESS"));
    process.exit(2);
  }
  try {
    await play({ address, token }, bot, about, log);
    process.exit(0);
  } catch (error) {
    log(error instanceof KitError ? error.message : String(error instanceof Error ? error.stack : error));
    process.exit(1);
  }
}

const byHand = (
  missing: string,
): string => `${missing} is not set: a bot is started by the referee, not by hand. Start it with
    referee play --edition usa --bot . --bot greedy`;

/** Says hello and answers until the goodbye. Throws a KitError when the session did not end well. */
export async function play(
  { address, token }: Invitation,
  bot: Bot,
  about: About,
  log: (line: string) => void,
): Promise<void> {
  const session = new Session(bot, log);
  const client = new protocol.RefereeService(address, credentials.createInsecure(), OPTIONS);
  try {
    await converse(client, session, { token, kit: KIT, protocolVersion: PROTOCOL_VERSION, ...about });
  } catch (error) {
    throw isServiceError(error) ? new KitError(lost(address, session, error)) : error;
  } finally {
    client.close();
  }
  const { goodbye } = session;
  if (!goodbye) throw new KitError("the referee closed the stream without a goodbye");
  if (PEACEFUL.includes(goodbye.reason)) return;
  throw new KitError(`the referee said goodbye: ${goodbye.reason.replace("GOODBYE_REASON_", "")}: ${goodbye.text}`);
}

async function converse(client: RefereeServiceClient, session: Session, hello: object): Promise<void> {
  const call = client.play();
  try {
    call.write({ hello });
    for await (const message of call) {
      for (const answer of session.receive(message)) {
        call.write(answer);
        await turn(); // so that it leaves before the bot thinks on
      }
      if (session.goodbye) return;
    }
  } finally {
    call.on("error", () => undefined); // of the cancelling itself
    call.cancel();
  }
}

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && "code" in error && "details" in error;
}

function lost(address: string, session: Session, error: ServiceError): string {
  return `${session.welcomed ? "the referee has gone away" : `no referee answers at ${address}`}: ${error.details}`;
}
