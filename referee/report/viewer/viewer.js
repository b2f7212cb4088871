// Plays one match on the page. It holds no rules: every position comes from the engine, as changes to the one before.

const match = await unpacked($("content").textContent);
const positions = whole(match.steps);
const last = positions.length - 1;
const seats = match.names.map((_, seat) => seat);
const { cities, routes, tickets, cards, modules } = match.board;

let at = 0;
let view = match.as === null ? "all" : match.as < 0 ? "spectator" : match.as;
let timer = 0;
let speed = 3;
let weights = true;
const PACES = [1800, 1100, 700, 420, 240, 130, 60];

function whole(steps) {
  const found = [];
  for (const change of steps) found.push({ ...found.at(-1), ...change });
  return found;
}

const chip = (seat) => el("span", { class: `chip s${seat}` }, `${seat}`);
const name = (seat) => el("bdi", {}, match.names[seat] || "(no name)");

// What may be shown.

const sees = (seat) => (match.as === null ? view === "all" || view === seat : match.as === seat);
const scoreNow = (p, seat) => (sees(seat) ? p[`sc${seat}`] : p[`sp${seat}`]);
const viewName = (v) => (v === "all" ? "everything" : v === "spectator" ? "a spectator" : `seat ${v}`);

// Text forms.

const routeText = (r) => `${cities[routes[r][0]][1]}.${cities[routes[r][1]][1]}${routes[r][3]}`;
const ticketText = (t) => {
  const [a, b, points] = tickets[t];
  return `${cities[a][1]}.${cities[b][1]} (${points})`;
};
const cardsText = (counts) => counts.map((n, c) => (n ? `${cards[c]}*${n}` : "")).filter(Boolean).join(" ") || "none";
const ticketsText = (list) => list.map(ticketText).join(", ") || "none";
const owned = (p, seat) => routes.map((_, r) => r).filter((r) => p[`o${r}`] === seat);
const pieces = (p, key, seat) => cities.filter((_, c) => p[`${key}${c}`] === seat).map((c) => c[1]).join(", ") || "none";

function positionText(p) {
  const lines = [
    p.over ? `the match is over (${p.over})` : `asked: seat ${p.ask}, ${match.kinds[p.kind]}`,
    `row: ${p.row.map((c) => cards[c] ?? "-").join(" ")}`,
    `deck ${p.deck}, discard ${sum(p.disc)} (${cardsText(p.disc)})`,
    `ticket deck ${p.td}`,
  ];
  if (p.left >= 0) lines.push(`last round: ${count(p.left, "turn")} left`);
  for (const seat of seats) lines.push(...seatText(p, seat));
  return lines.join("\n");
}

function seatText(p, s) {
  const facts = [count(p[`tr${s}`], "train"), count(p[`pt${s}`], "point"), count(p[`n${s}`], "card"), count(p[`nt${s}`], "ticket")];
  const lines = [`seat ${s}: ${facts.join(", ")}${p[`out${s}`] >= 0 ? ", forfeited" : ""}`];
  lines.push(`    routes: ${owned(p, s).map(routeText).join(", ") || "none"}`);
  if (p[`kn${s}`]) lines.push(`    known cards: ${cardsText(p[`kn${s}`])}`);
  if (modules.includes("stations")) lines.push(`    stations: ${pieces(p, "S", s)}, ${p[`st${s}`]} left`);
  if (modules.includes("depots")) {
    lines.push(`    depots: ${pieces(p, "D", s)}, ${p[`re${s}`]} in reserve, ${count(p[`wa${s}`], "card")} in the warehouse`);
  }
  if (modules.includes("merchandise")) lines.push(`    merchandise: ${count(p[`me${s}`], "card")}`);
  if (!sees(s)) return lines;
  lines.push(`    hand: ${cardsText(p[`h${s}`])}`, `    tickets: ${ticketsText(p[`tk${s}`])}`);
  if (p[`fo${s}`].length) lines.push(`    offer: ${ticketsText(p[`fo${s}`])}`);
  return lines;
}

const phrase = (line) => match.phrases[typeof line === "number" ? line : sees(line[0]) ? line[1] : line[2]];
const phrases = (step) => (step ? match.log[step].map(phrase) : ["the deal", ...match.log[0].map(phrase).filter((text) => !text.endsWith("turned up"))]);

// The map. Owners and pieces are set on the drawing of the empty board.

const map = $("map");
const plain = routes.map((_, r) => $(`r${r}`).getAttribute("class"));
const centre = (c) => {
  const dot = $(`c${c}`).querySelector("circle");
  return [+dot.getAttribute("cx"), +dot.getAttribute("cy"), +dot.getAttribute("r")];
};
routes.forEach((_, r) => $(`r${r}`).prepend(svg("title")));
const titles = match.board.titles.map((title, r) => `${cities[routes[r][0]][0]} – ${cities[routes[r][1]][0]}: ${title}`);
const overlay = (id) => map.insertBefore(svg("g", { id, "aria-hidden": "true" }), map.querySelector(".cities"));
const weightLayer = overlay("weights");
const aimLayer = overlay("aim");

function middle(r) {
  const cars = $(`r${r}`).querySelector(".cars").getAttribute("d").split("z").slice(0, -1);
  let x = 0;
  let y = 0;
  const middles = cars.map((car) => {
    const [dx, dy, ax, ay, bx, by] = car.match(/-?(\d+\.?\d*|\.\d+)/g).map(Number);
    x += dx;
    y += dy;
    return [x + (ax + bx) / 2, y + (ay + by) / 2];
  });
  return middles[middles.length >> 1];
}
cities.forEach((city, c) => $(`c${c}`).prepend(svg("title", {}, city[2] ?? city[0])));
const middles = routes.map((_, r) => middle(r));

function drawMap(p, before) {
  routes.forEach((_, r) => {
    const owner = p[`o${r}`] ?? -1;
    const fresh = owner >= 0 && at > 0 && (before[`o${r}`] ?? -1) < 0;
    const group = $(`r${r}`);
    const wanted = plain[r] + (owner >= 0 ? ` own s${owner}` : owner === -2 ? " shut" : "") + (fresh ? " fresh" : "");
    if (group.getAttribute("class") === wanted && group.dataset.drawn) return;
    group.dataset.drawn = "";
    group.setAttribute("class", wanted);
    group.querySelector(".who")?.remove();
    if (owner >= 0) group.append(svg("text", { class: "who", x: middles[r][0], y: middles[r][1] }, `${owner}`));
    const state = owner >= 0 ? `, owned by seat ${owner}` : owner === -2 ? ", closed" : "";
    group.querySelector("title").textContent = titles[r] + state;
  });
  $("pieces").replaceChildren(...drawPieces(p));
  drawWeights();
}

function drawPieces(p) {
  const found = [];
  cities.forEach((_, c) => {
    if (p[`S${c}`] >= 0) found.push(piece("station", c, p[`S${c}`], ""));
    if (p[`D${c}`] >= 0) found.push(piece("depot", c, p[`D${c}`], `${p[`wa${p[`D${c}`]}`]}`));
  });
  return found;
}

function piece(kind, city, seat, stored) {
  const [x, y, radius] = centre(city);
  const r = radius * 1.35;
  const shape = kind === "station" ? `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z` : `M${x - r} ${y - r / 2}l${r} ${-r} ${r} ${r}v${1.5 * r}h${-2 * r}z`;
  const group = svg("g", { class: `piece ${kind} s${seat}` }, svg("path", { d: shape }), svg("text", { class: "who", x, y }, `${seat}`));
  if (stored) {
    group.append(svg("circle", { cx: x + r * 1.15, cy: y + r * 1.1, r: r * 0.72 }));
    group.append(svg("text", { class: "count", x: x + r * 1.15, y: y + r * 1.1 }, stored));
  }
  return group;
}

function drawWeights() {
  const notes = weights ? noteAt(at) : null;
  weightLayer.replaceChildren();
  if (!notes) return;
  const top = Math.max(1e-9, ...[...notes.routes, ...notes.cities].map(([, w]) => Math.abs(w)));
  for (const [r, w] of notes.routes) {
    if (routes[r]) weightLayer.append(svg("path", { class: w < 0 ? "minus" : null, d: $(`r${r}`).querySelector(".cars").getAttribute("d"), "stroke-width": 16 + (72 * Math.abs(w)) / top }));
  }
  for (const [c, w] of notes.cities) {
    if (cities[c]) weightLayer.append(svg("circle", { class: w < 0 ? "minus" : null, cx: centre(c)[0], cy: centre(c)[1], r: 32 + (88 * Math.abs(w)) / top }));
  }
}

const noteAt = (step) => {
  const note = match.notes[step];
  return note && sees(note.seat) ? note : null;
};

// A ticket's way: along the seat's own routes, then borrowed ones, then free ones, as few spaces as possible.

function way(p, seat, from, to) {
  const cost = cities.map(() => Infinity);
  const came = [];
  const open = new Set(cities.keys());
  cost[from] = 0;
  while (open.size) {
    const city = [...open].reduce((a, b) => (cost[b] < cost[a] ? b : a));
    open.delete(city);
    if (city === to || cost[city] === Infinity) break;
    routes.forEach(([a, b, length], r) => {
      const other = a === city ? b : b === city ? a : -1;
      const price = other < 0 ? Infinity : priceOf(p, seat, r, length);
      if (cost[city] + price < cost[other]) {
        cost[other] = cost[city] + price;
        came[other] = [city, r];
      }
    });
  }
  const found = [];
  for (let city = to; came[city]; city = came[city][0]) found.push(came[city][1]);
  return found;
}

function priceOf(p, seat, r, length) {
  const owner = p[`o${r}`] ?? -1;
  if (owner === seat) return 0.001 * length;
  if (owner === -1) return 100 * length;
  return owner >= 0 && [routes[r][0], routes[r][1]].some((c) => p[`S${c}`] === seat) ? 1 : Infinity;
}

function aim(seat, ticket) {
  const p = positions[at];
  const [a, b] = tickets[ticket];
  map.classList.add("aiming");
  for (const c of [a, b]) $(`c${c}`).classList.add("aim");
  for (const r of way(p, seat, a, b)) {
    const copy = $(`r${r}`).cloneNode(true);
    copy.removeAttribute("id");
    copy.classList.add((p[`o${r}`] ?? -1) >= 0 ? "done" : "todo");
    aimLayer.append(copy);
  }
}

function unaim() {
  map.classList.remove("aiming");
  for (const city of map.querySelectorAll(".aim")) city.classList.remove("aim");
  aimLayer.replaceChildren();
}

// Seats.

const parts = seats.map(card);

function card(seat) {
  const part = { turn: el("span", { class: "turn" }), score: el("span", { class: "score" }), facts: el("p", { class: "facts" }) };
  part.hand = el("div", { class: "hand" });
  part.tickets = el("ul", { class: "tickets" });
  part.bar = el("div");
  part.time = el("span", { class: "turn" });
  part.bad = el("span", { class: "bad" });
  part.root = el("article", { class: `card s${seat}`, "aria-label": `Seat ${seat}` },
    el("header", {}, chip(seat), el("h3", { title: match.names[seat] }, name(seat)), part.bad, part.turn, part.time, part.score),
    part.facts, part.hand, part.tickets, match.spent.length ? el("div", { class: "bar" }, part.bar) : null);
  $("seats").append(part.root);
  return part;
}

const thought = running();
function running() {
  const totals = [seats.map(() => 0)];
  for (let step = 1; step <= last; step++) {
    const next = [...totals[step - 1]];
    if (match.who[step] >= 0) next[match.who[step]] += match.think[step - 1] ?? 0;
    totals.push(next);
  }
  return totals;
}
const seconds = (us) => (us >= 1e7 ? `${(us / 1e6).toFixed(0)} s` : us >= 1e6 ? `${(us / 1e6).toFixed(1)} s` : us >= 1000 ? `${(us / 1000).toFixed(0)} ms` : `${us} µs`);

function drawSeat(p, s) {
  const part = parts[s];
  const asked = !p.over && p.ask === s;
  part.root.classList.toggle("asked", asked);
  part.turn.textContent = p[`out${s}`] >= 0 ? "forfeited" : asked ? match.kinds[p.kind].replace("_", " ").toLowerCase() : "";
  part.score.textContent = scoreNow(p, s);
  part.score.title = sees(s) || p.over ? "Score if the match ended here" : "Points that everybody can count";
  part.facts.replaceChildren(...factsOf(p, s).map(([n, text]) => el("span", {}, bold(n), ` ${text}`)));
  part.hand.replaceChildren(...handOf(p, s));
  part.tickets.replaceChildren(...(sees(s) ? ticketsOf(p, s) : []));
  const spent = thought[at][s];
  if (match.spent.length) {
    part.time.textContent = seconds(spent);
    part.time.title = "Thinking time so far";
    part.bar.style.width = `${(100 * spent) / Math.max(1, ...thought[last])}%`;
  }
  const faults = match.faults.filter((f) => f.seat === s && f.step <= at);
  part.bad.textContent = faults.length ? `! ${faults.at(-1).code}${faults.length > 1 ? ` (${faults.length})` : ""}` : "";
}

function factsOf(p, s) {
  const counted = (n, noun) => [n, plural(n, noun)];
  const facts = [counted(p[`tr${s}`], "train"), counted(p[`n${s}`], "card")];
  const fate = sees(s) ? p[`ok${s}`] : null;
  const tally = (letter) => [...fate].filter((f) => f === letter).length;
  if (fate === null) facts.push(counted(p[`nt${s}`], "ticket"));
  else facts.push([`${tally("d")}/${p[`nt${s}`]}`, "tickets"]);
  if (fate && tally("l")) facts.push([tally("l"), "lost"]);
  facts.push([p[`lt${s}`], "trail"]);
  if (modules.includes("stations")) facts.push(counted(p[`st${s}`], "station"));
  if (modules.includes("depots")) facts.push(counted(p[`re${s}`], "depot"), [p[`wa${s}`], "stored"]);
  if (modules.includes("merchandise")) facts.push([p[`me${s}`], "goods"]);
  return facts;
}

function handOf(p, s) {
  const shown = sees(s) ? p[`h${s}`] : p[`kn${s}`] || cards.map(() => 0);
  const pips = cards.map((card, c) => el("span", { class: `pip k-${card}${shown[c] ? "" : " zero"}`, title: `${shown[c]} ${card}`, "aria-hidden": "true" }, shown[c] ? `${shown[c]}` : ""));
  const unknown = p[`n${s}`] - sum(shown);
  if (!sees(s)) pips.push(el("span", { class: "pip back", title: `${unknown} cards that others have not seen` }, el("span", {}, `${unknown} hidden`)));
  pips.push(el("span", { class: "vh" }, `${sees(s) ? "hand" : "known cards"}: ${cardsText(shown)}`));
  return pips;
}

const FATES = { d: ["✓", "done"], o: ["○", "open"], l: ["×", "lost"], f: ["?", "on offer"] };

const ticketsOf = (p, s) => p[`tk${s}`].map((t, i) => el("li", {}, ticketButton(s, t, p[`ok${s}`][i])));

function ticketButton(seat, ticket, fate) {
  const [a, b, points] = tickets[ticket];
  const text = `${cities[a][0]} – ${cities[b][0]}`;
  const [mark, word] = FATES[fate];
  return el("button", { type: "button", class: fate, title: `${text}: ${points}, ${word}`, "data-seat": seat, "data-ticket": ticket },
    el("i", { "aria-hidden": "true" }, mark), el("span", { class: "t" }, text), bold(points), el("span", { class: "vh" }, `, ${word}`));
}

for (const [on, off] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
  document.addEventListener(on, (event) => {
    const button = event.target.closest?.("[data-ticket]");
    if (!button) return;
    unaim();
    aim(+button.dataset.seat, +button.dataset.ticket);
  });
  document.addEventListener(off, (event) => { if (event.target.closest?.("[data-ticket]")) unaim(); });
}

// Row and decks.

function drawSupply(p) {
  $("row").replaceChildren(...p.row.map((c) => el("li", { class: `card-face ${c < 0 ? "none" : `k-${cards[c]}`}` }, c < 0 ? "empty" : cards[c])));
  const parts = [["deck ", p.deck], ["discard ", sum(p.disc)], ["tickets ", p.td]];
  $("decks").replaceChildren(...parts.flatMap(([text, n], i) => [i ? " · " : "", text, bold(n)]), p.left >= 0 ? ` · ${count(p.left, "turn")} left` : "");
  $("decks").title = `discard: ${cardsText(p.disc)}`;
}

function drawNow(p) {
  const who = match.who[at];
  const told = phrases(at).join("; ");
  const own = without(who, told);
  $("now").replaceChildren(...(who >= 0 ? [chip(who)] : []), el("span", { class: "said", title: told }, capital(at ? own : "the deal")), el("span", { class: "tickets offer" }, ...offerOf(p)));
  return `Step ${at} of ${last}, turn ${p.turn + 1}. ${told}.`;
}

// What the chip beside a line says already.
const without = (who, text) => text.replace(new RegExp(`^seat ${who}:? `), "");

// The offer that the seat which is asked looks at; it stands beside the map, so that cards need no room for it.
const offerOf = (p) => (!p.over && sees(p.ask) ? p[`fo${p.ask}`].map((t) => ticketButton(p.ask, t, "f")) : []);

// Log.

function drawLog() {
  $("log").replaceChildren(...match.log.map((_, step) => {
    const who = match.who[step];
    const told = phrases(step).map((text) => without(who, text)).join("; ");
    const body = el("span", {}, told);
    for (const fault of match.faults.filter((f) => f.step === step)) {
      body.append(" ", el("span", { class: "bad" }, `! seat ${fault.seat} ${fault.code}, ${fault.then}`));
    }
    const note = noteAt(step);
    if (note?.text) body.append(el("span", { class: "note" }, note.text));
    const chipOf = who >= 0 ? chip(who) : el("span", { class: "chip none" });
    return el("li", {}, el("a", { href: linkTo(step), id: `e${step}`, tabindex: -1 }, el("span", { class: "n" }, `${step}`), chipOf, body));
  }));
}

function markLog() {
  const box = $("tab-log");
  const before = box.querySelector("[aria-current]");
  before?.removeAttribute("aria-current");
  before?.setAttribute("tabindex", -1);
  const line = $(`e${at}`);
  line.setAttribute("tabindex", 0);
  line.setAttribute("aria-current", "step");
  const top = line.offsetTop;
  if (top < box.scrollTop + 8 || top + line.offsetHeight > box.scrollTop + box.clientHeight - 8) box.scrollTop = top - box.clientHeight / 2;
}

// Timeline.

const MARKS = { tickets: "▾", long: "●", fault: "!", last: "◆", over: "■" };
const chart = $("chart");
let xOf = (step) => step;

function drawChart() {
  const width = chart.clientWidth || 600;
  const [left, right, top, bottom] = [4, width - 46, 18, 74];
  const curves = seats.map((s) => positions.map((p) => scoreNow(p, s)));
  const low = Math.min(0, ...curves.flat());
  const high = Math.max(10, ...curves.flat());
  xOf = (step) => left + ((right - left) * step) / Math.max(1, last);
  const yOf = (score) => bottom - ((bottom - top) * (score - low)) / (high - low);
  chart.setAttribute("viewBox", `0 0 ${width} 96`);
  chart.replaceChildren(svg("title", {}, `Scores from step 0 to ${last}: ${seats.map((s) => `seat ${s} ends with ${curves[s][last]}`).join(", ")}`));
  const lastRound = match.marks.find(([, kind]) => kind === "last");
  if (lastRound) chart.append(svg("rect", { class: "last", x: xOf(lastRound[0]), y: 0, width: right - xOf(lastRound[0]), height: 96 }));
  chart.append(svg("path", { class: "zero", d: `M${left} ${yOf(0)}H${right}` }));
  drawThinking(right);
  const ends = spaced(seats.map((s) => yOf(curves[s][last])));
  for (const s of seats) {
    const line = curves[s].map((score, step) => `${step ? "L" : "M"}${xOf(step).toFixed(1)} ${yOf(score).toFixed(1)}`).join("");
    chart.append(svg("path", { class: `curve i${s}`, d: line }), svg("text", { class: `end m${s}`, x: right + 4, y: ends[s] + 3.5 }, `${s}: ${curves[s][last]}`));
  }
  for (const [step, kind, seat] of match.marks) {
    const text = `${{ tickets: "draws tickets", long: "long route", fault: "fault", last: "last round begins", over: "end" }[kind]}${seat >= 0 ? `, seat ${seat}` : ""}`;
    chart.append(svg("text", { class: `m${seat} ${kind}`, x: xOf(step), y: 11 }, MARKS[kind], svg("title", {}, `Step ${step}: ${text}`)));
  }
  chart.append(svg("path", { class: "cursor", id: "cursor" }));
  moveCursor();
}

function drawThinking(right) {
  const top = Math.log1p(Math.max(0, ...match.think) / 100);
  if (!top) return;
  for (const s of seats) {
    const bars = match.think.map((us, i) => (us && match.who[i + 1] === s ? `M${xOf(i + 1).toFixed(1)} 95v${(-17 * Math.log1p(us / 100)) / top}` : "")).join("");
    chart.append(svg("path", { class: `think i${s}`, d: bars || "M0 0", "stroke-width": Math.min(4, Math.max(0.7, (right * 0.7) / last)) }, svg("title", {}, `Thinking time of seat ${s} by decision, logarithmic`)));
  }
}

function spaced(ys) {
  const order = ys.map((_, i) => i).sort((a, b) => ys[a] - ys[b]);
  const placed = [...ys];
  order.forEach((i, k) => { if (k) placed[i] = Math.max(placed[i], placed[order[k - 1]] + 11); });
  const over = Math.max(0, placed[order.at(-1)] - 88);
  return placed.map((y) => y - over);
}

const moveCursor = () => $("cursor")?.setAttribute("d", `M${xOf(at).toFixed(1)} 14V96`);

function seek(event) {
  const box = chart.getBoundingClientRect();
  const share = (event.clientX - box.left - xOf(0)) / Math.max(1, xOf(last) - xOf(0));
  go(Math.round(share * last));
}
chart.addEventListener("pointerdown", (event) => { chart.setPointerCapture(event.pointerId); seek(event); });
chart.addEventListener("pointermove", (event) => { if (event.buttons) seek(event); });

// Result, faults, facts.

function drawResult() {
  const parts = match.scores.map((score, s) => ({ ...score, s, gains: [["routes", score.routes, "routes"], ["tickets", Math.max(0, score.tickets), "tickets-won"], ...Object.entries(score.bonuses).map(([name, points]) => [name.replaceAll("_", " "), points, "bonus"])].filter(([, points]) => points > 0) }));
  const low = Math.max(0, ...parts.map((part) => -Math.min(0, part.tickets)));
  const full = low + Math.max(1, ...parts.map((part) => sum(part.gains.map(([, points]) => points))));
  const box = el("div", { class: "result" });
  for (const part of [...parts].sort((a, b) => a.rank - b.rank)) {
    const bars = el("div", { class: "bars", "aria-hidden": "true" });
    let x = low;
    for (const [title, points, kind] of part.gains) { bars.append(segment(part.s, kind, x, points, full, title)); x += points; }
    if (part.tickets < 0) bars.append(segment(part.s, "lost", low + part.tickets, -part.tickets, full, "tickets lost"));
    const zero = el("div", { class: "zero-line" });
    zero.style.left = `${(100 * low) / full}%`;
    bars.append(zero);
    const text = [`routes ${part.routes}`, `tickets ${part.tickets} (${part.completed} completed)`, ...Object.entries(part.bonuses).map(([name, points]) => `${name.replaceAll("_", " ")} ${points}`)];
    box.append(el("section", {}, el("div", { class: "head" }, `${part.rank}.`, chip(part.s), name(part.s), part.out ? el("span", { class: "turn" }, "forfeited") : null, bold(part.score)), bars, el("p", {}, text.join(" · "))));
  }
  if (!parts.length) box.append("The result is not in this file.");
  $("tab-result").replaceChildren(box);
}

function segment(seat, kind, from, points, full, title) {
  const node = el("div", { class: `seg s${seat} ${kind}`, title: `${title} ${points}` });
  node.style.left = `${(100 * from) / full}%`;
  node.style.width = `${(100 * points) / full}%`;
  return node;
}

function drawFaults() {
  const items = match.faults.map((fault) => {
    const shown = sees(fault.seat);
    const evidence = [fault.detail, shown ? fault.text : "", shown && fault.sent ? `sent: ${fault.sent}` : ""].filter(Boolean).join("\n");
    return el("li", {}, chip(fault.seat), " ", el("a", { href: linkTo(fault.step) }, `step ${fault.step}`), " ", bold(fault.code), `, ${fault.then}`, evidence ? el("pre", {}, evidence) : null);
  });
  $("tab-faults").replaceChildren(el("ul", { class: "list" }, ...(items.length ? items : [el("li", {}, "No bot was at fault.")])));
}

function drawAbout() {
  const facts = { edition: `${match.edition} (${match.id})`, modules: modules.join(", ").replaceAll("_", " ") || "none", decisions: last, ...match.about, shown: match.as === null ? "everything" : `what ${viewName(match.as < 0 ? "spectator" : match.as)} knew; the rest is not in this file` };
  if (match.layout === "invented") facts.map = "this board has no coordinates: the places of its cities are invented";
  $("tab-about").replaceChildren(el("dl", { class: "about" }, ...Object.entries(facts).flatMap(([key, value]) => [el("dt", {}, key), el("dd", {}, `${value}`)])));
}

const TABS = { log: "Log", result: "Result", faults: match.faults.length ? `Faults (${match.faults.length})` : "Faults", about: "About" };
for (const [id, text] of Object.entries(TABS)) {
  const button = el("button", { type: "button", role: "tab", id: `to-${id}`, "aria-controls": `tab-${id}`, "aria-selected": `${id === "log"}` }, text);
  button.addEventListener("click", () => openTab(id));
  $("tabs").append(button);
}

function openTab(wanted) {
  for (const id of Object.keys(TABS)) {
    $(`to-${id}`).setAttribute("aria-selected", `${id === wanted}`);
    $(`tab-${id}`).hidden = id !== wanted;
  }
  if (wanted === "log") markLog();
}

// Walking.

const linkTo = (step) => `#step=${step}&view=${view}`;

function go(step, { quiet = false } = {}) {
  at = Math.min(last, Math.max(0, Number.isFinite(step) ? step : 0));
  const p = positions[at];
  unaim();
  drawMap(p, positions[at - 1] ?? {});
  seats.forEach((s) => drawSeat(p, s));
  drawSupply(p);
  const told = drawNow(p);
  if (!timer) $("live").textContent = told;
  $("slider").value = at;
  $("slider").setAttribute("aria-valuetext", told);
  if (document.activeElement !== $("goto")) $("goto").value = at;
  $("of").textContent = `of ${last} · turn ${p.turn + 1}`;
  $("text").textContent = positionText(p);
  moveCursor();
  if (!$("tab-log").hidden) markLog();
  if (!quiet) remember();
}

let remembering = 0;
function remember() {
  clearTimeout(remembering);
  remembering = setTimeout(() => { if (location.hash !== linkTo(at)) history.replaceState(null, "", linkTo(at)); }, 120);
}

function look(wanted) {
  view = wanted;
  $("view").value = `${wanted}`;
  drawLog();
  drawChart();
  drawFaults();
  settle();
  go(at);
}

// The address asked for, not the one that stands there by now: an earlier step may be noted in between.
function fromHash(event) {
  const asked = new URLSearchParams(new URL(event?.newURL ?? location.href).hash.slice(1));
  const wanted = [...$("view").options].map((option) => option.value).find((value) => value === asked.get("view"));
  const step = /^\d+$/.test(asked.get("step") ?? "") ? +asked.get("step") : at;
  if (wanted !== undefined && wanted !== `${view}`) { at = step; look(viewOf(wanted)); } else go(step, { quiet: true });
}
const viewOf = (text) => (/^\d$/.test(text) ? +text : text);

function turnFrom(direction) {
  let step = at + direction;
  const key = (p) => `${p.turn}`;
  while (step > 0 && step < last && key(positions[step]) === key(positions[direction < 0 ? step - 1 : step - direction])) step += direction;
  return step;
}

const events = [...new Set(match.marks.map(([step]) => step))].sort((a, b) => a - b);
const faultSteps = [...new Set(match.faults.map((fault) => fault.step))].sort((a, b) => a - b);
const next = (list) => list.find((step) => step > at) ?? at;
const previous = (list) => list.findLast((step) => step < at) ?? at;

function play(on = !timer) {
  clearInterval(timer);
  timer = 0;
  if (on) {
    if (at === last) go(0);
    timer = setInterval(() => { go(at + 1); if (at === last) play(false); }, PACES[speed - 1]);
  }
  $("play").setAttribute("aria-label", on ? "Pause" : "Play");
  $("play").querySelector("path").setAttribute("d", on ? "M3 2h4v12H3zM9 2h4v12H9z" : "M4 2v12l9-6z");
}

function pace(value) {
  speed = value;
  $("speed").value = `${value}`;
  if (timer) play(true);
}

let fading = 0;
function say(text) {
  $("toast").textContent = text;
  $("live").textContent = text;
  $("toast").classList.add("on");
  clearTimeout(fading);
  fading = setTimeout(() => $("toast").classList.remove("on"), 1800);
}

async function copyLink() {
  const link = location.href.split("#")[0] + linkTo(at);
  try {
    await navigator.clipboard.writeText(link);
    say("Link copied");
  } catch {
    say(link);
  }
}

// Keys.

const KEYS = [
  [["Space"], "play or pause", () => play(), [" "]],
  [["←", "→"], "one action", (key) => go(at + (key === "ArrowLeft" ? -1 : 1)), ["ArrowLeft", "ArrowRight"]],
  [["Shift ←", "Shift →"], "one turn", (key) => go(turnFrom(key === "Shift+ArrowLeft" ? -1 : 1)), ["Shift+ArrowLeft", "Shift+ArrowRight"]],
  [["PgUp", "PgDn"], "ten actions", (key) => go(at + (key === "PageUp" ? -10 : 10)), ["PageUp", "PageDown"]],
  [["Home", "End"], "first, last step", (key) => go(key === "Home" ? 0 : last), ["Home", "End"]],
  [["Q", "E"], "previous, next key event", (key) => go(key === "q" ? previous(events) : next(events)), ["q", "e"]],
  [["!"], "next fault", () => go(faultSteps.find((step) => step > at) ?? faultSteps[0] ?? at), ["!"]],
  [["G"], "go to a step", () => { $("goto").focus(); $("goto").select(); }, ["g"]],
  [["1", "7"], "speed, from … to", (key) => pace(+key), ["1", "2", "3", "4", "5", "6", "7"]],
  [["V"], "next view", () => { const all = [...$("view").options]; look(viewOf(all[($("view").selectedIndex + 1) % all.length].value)); }, ["v"]],
  [["N"], "bots' weights on the map", () => { weights = !weights; drawWeights(); say(weights ? "Weights shown" : "Weights hidden"); }, ["n"]],
  [["C"], "copy a link to this step", () => copyLink(), ["c"]],
  [["?"], "this list", () => $("help").showModal(), ["?"]],
];
const actions = new Map(KEYS.flatMap(([, , action, keys]) => keys.map((key) => [key, action])));

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  const target = event.target;
  const typed = target.closest?.("input, select");
  if (typed) {
    if (event.key === "Escape") typed.blur();
    if (typed.id !== "slider" || /^(Arrow|Page|Home|End)/.test(event.key)) return;
  }
  if (event.key === " " && target.closest?.("button, a, summary")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : `${event.shiftKey ? "Shift+" : ""}${event.key}`;
  const action = actions.get(key);
  if (!action) return;
  event.preventDefault();
  action(key);
});

// Set-up.

function settle() {
  // Cards keep the height that they will need, so that nothing moves while a match plays.
  for (const part of parts) part.tickets.style.minHeight = "";
  const tallest = seats.map((s) => {
    if (!sees(s)) return 0;
    const most = positions.reduce((a, b) => (b[`tk${s}`].length > a[`tk${s}`].length ? b : a));
    parts[s].tickets.replaceChildren(...ticketsOf(most, s));
    return parts[s].tickets.getBoundingClientRect().height;
  });
  seats.forEach((s) => { parts[s].tickets.style.minHeight = `${tallest[s]}px`; });
}

function views() {
  if (match.as !== null) return [[`${match.as < 0 ? "spectator" : match.as}`, capital(viewName(match.as < 0 ? "spectator" : match.as))]];
  return [["all", "Everything"], ...seats.map((s) => [`${s}`, `Seat ${s}`]), ["spectator", "Spectator"]];
}

function setUp() {
  $("players").replaceChildren(...seats.flatMap((s) => [s ? " · " : "", name(s)]));
  if (match.warning) { $("warning").textContent = match.warning; $("warning").hidden = false; }
  for (const [value, text] of views()) $("view").append(el("option", { value }, text));
  $("view").disabled = $("view").options.length < 2;
  for (let s = 1; s <= PACES.length; s++) $("speed").append(el("option", { value: s }, `${s}`));
  $("slider").max = $("goto").max = last;
  for (const [keys, text] of KEYS) $("keys").append(el("dt", {}, ...keys.flatMap((key, i) => [i ? " " : "", el("kbd", {}, key)])), el("dd", {}, text));
  const clicks = { first: () => go(0), "back-turn": () => go(turnFrom(-1)), back: () => go(at - 1), play: () => play(), on: () => go(at + 1), "on-turn": () => go(turnFrom(1)), last: () => go(last), "help-button": () => $("help").showModal(), "help-close": () => $("help").close(), theme: switchTheme };
  for (const [id, action] of Object.entries(clicks)) $(id).addEventListener("click", action);
  $("slider").addEventListener("input", () => go(+$("slider").value));
  $("goto").addEventListener("change", () => go(+$("goto").value));
  $("view").addEventListener("change", () => look(viewOf($("view").value)));
  $("speed").addEventListener("change", () => pace(+$("speed").value));
  addEventListener("hashchange", fromHash);
  // A link to the address that still stands there changes no hash: the step that was gone to since is noted a moment later.
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='#']");
    if (link && link.hash === location.hash) fromHash({ newURL: link.href });
  });
  addEventListener("resize", () => { drawChart(); settle(); seats.forEach((s) => drawSeat(positions[at], s)); });
}

setUp();
drawResult();
drawAbout();
pace(speed);
look(view);
fromHash();
document.documentElement.dataset.ready = `${Math.round(performance.now())}`;
