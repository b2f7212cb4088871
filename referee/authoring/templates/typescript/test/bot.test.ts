import assert from "node:assert/strict";
import { test } from "node:test";
import { choose } from "../src/bot.js";
import { position } from "./board.js";

test("it claims a route that it can pay", () => {
  assert.equal(choose(position("MAIN", ["draw deck", "tickets", "claim a.b red*2"])).text, "claim a.b red*2");
});

test("with nothing to claim it draws", () => {
  assert.equal(choose(position("MAIN", ["draw deck", "draw red", "tickets"])).text, "draw deck");
});
