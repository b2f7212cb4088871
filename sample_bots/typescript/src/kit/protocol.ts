// The protocol's messages by short names, and its service as gRPC wants it. Decides nothing about their use.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadPackageDefinition } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import type { ProtoGrpcType } from "../generated/bot.js";

export type { Action__Output as Action } from "../generated/referee/v1/Action.js";
export type { ActionKind__Output as ActionKind } from "../generated/referee/v1/ActionKind.js";
export type { Decision__Output as Decision } from "../generated/referee/v1/Decision.js";
export type { DecisionKind__Output as DecisionKind } from "../generated/referee/v1/DecisionKind.js";
export type { Decisions__Output as Decisions } from "../generated/referee/v1/Decisions.js";
export type { Fault__Output as Fault } from "../generated/referee/v1/Fault.js";
export type { Game__Output as Game } from "../generated/referee/v1/Game.js";
export type { Goodbye__Output as Goodbye } from "../generated/referee/v1/Goodbye.js";
export type { MatchEnd__Output as MatchEnd } from "../generated/referee/v1/MatchEnd.js";
export type { MatchStart__Output as MatchStart } from "../generated/referee/v1/MatchStart.js";
export type { Move } from "../generated/referee/v1/Move.js";
export type { Notes } from "../generated/referee/v1/Notes.js";
export type { Observation__Output as Observation } from "../generated/referee/v1/Observation.js";
export type { PlayRequest } from "../generated/referee/v1/PlayRequest.js";
export type { PlayResponse__Output as PlayResponse } from "../generated/referee/v1/PlayResponse.js";
export type { RefereeServiceClient } from "../generated/referee/v1/RefereeService.js";
export type { Route__Output as Route } from "../generated/referee/v1/Route.js";
export type { SeatScore__Output as SeatScore } from "../generated/referee/v1/SeatScore.js";
export type { Ticket__Output as Ticket } from "../generated/referee/v1/Ticket.js";

/** The version of the protocol that this kit speaks. */
export const PROTOCOL_VERSION = 1;

// `build.mjs` puts the files beside the compiled code and makes types for exactly these options.
const proto = ["../../proto", "../../../dist/proto"]
  .map((place) => fileURLToPath(new URL(place, import.meta.url)))
  .find((folder) => existsSync(folder));
const options = { longs: Number, enums: String, defaults: true, oneofs: true, includeDirs: [proto ?? "."] };

/** The protocol's package; `protocol.RefereeService` is the client's class, and its `service` a server's. */
export const protocol = (loadPackageDefinition(loadSync("referee/v1/bot.proto", options)) as unknown as ProtoGrpcType)
  .referee.v1;
