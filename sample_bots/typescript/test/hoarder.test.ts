import assert from "node:assert/strict";
import { test } from "node:test";
import { choose } from "../src/hoarder.js";
import { Network } from "../src/network.js";
import { game, position } from "./board.js";

const DRAWS = ["draw deck", "draw red", "draw blue"];

test("a network shares its routes among tickets", () => {
  const { view } = position("MAIN", DRAWS);
  const plan = new Network(game, view, 0).plan([0, 1, 2]);
  assert.deepEqual([...plan.routes].sort(), [0, 1, 2]);
  assert.equal(plan.trains, 6);
});

test("a ticket that cannot be joined any more is lost", () => {
  const { view } = position("MAIN", DRAWS, { owners: [1, -1, -1, 1] });
  const plan = new Network(game, view, 0).plan([0, 2]);
  assert.deepEqual([plan.won, plan.lost], [[2], [0]]);
});

test("it keeps every ticket that lies on its way", () => {
  const keeps = [1, 2, 3, 4, 5, 6, 7].map((mask) => `keep ${mask}`);
  assert.equal(choose(position("KEEP_TICKETS", keeps, { offer: [0, 1, 2] })).text, "keep 7");
});

test("it draws tickets before anything else, as long as it has trains for more", () => {
  const facts = { tickets: [0], hand: [2, 0, 0] };
  assert.equal(choose(position("MAIN", [...DRAWS, "tickets", "claim a.b red*2"], facts)).text, "tickets");
});

test("with trains for few more it claims, and saves its locomotives", () => {
  const facts = { tickets: [1], hand: [2, 0, 2], trains: [9, 9] as [number, number] };
  const legal = [...DRAWS, "tickets", "claim a.b red*2", "claim a.b locomotive*2"];
  assert.equal(choose(position("MAIN", legal, facts)).text, "claim a.b red*2");
});

test("it draws the colour that its plan lacks", () => {
  assert.equal(choose(position("SECOND_CARD", DRAWS, { tickets: [1], hand: [0, 1, 0] })).text, "draw red");
});

test("in the last round it claims what completes a ticket", () => {
  const facts = { tickets: [1], hand: [2, 0, 0], turnsLeft: 2 };
  assert.equal(choose(position("MAIN", [...DRAWS, "claim a.b red*2"], facts)).text, "claim a.b red*2");
});

test("a station borrows the route that its ticket needs", () => {
  const facts = { tickets: [0], hand: [1, 0, 0], owners: [0, 0, 1, 1] };
  assert.equal(choose(position("MAIN", [...DRAWS, "station d red*1"], facts)).text, "station d red*1");
});

test("with nothing to do it passes", () => {
  assert.equal(choose(position("MAIN", ["pass"])).text, "pass");
});
