// Shows one cup. It computes no figure: what it draws was reckoned by the referee; it filters and sorts the matches.

const cup = await unpacked($("content").textContent);
const { bots, tables, about } = cup;
let scope = 0;

const name = (bot) => el("bdi", {}, bots[bot] || "(no name)");
const whole = (n) => n.toLocaleString("en");
const countMatches = (n) => `${whole(n)} ${n === 1 ? "match" : "matches"}`;
const fixed = (x, digits) => (x === null || x === undefined ? "–" : x.toFixed(digits).replace("-", "−"));
const signed = (x, digits) => (x > 0 ? "+" : "") + fixed(x, digits);
const percent = (x) => `${fixed(100 * x, 0)} %`;
const between = (low, high, digits, times = 1) => (low === null || high === null ? "no bars" : `${fixed(times * low, digits)} to ${fixed(times * high, digits)}`);
const list = (items) => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`);
const empty = (text) => el("p", { class: "empty" }, text);
const order = () => tables[scope].rows.map((row) => row.bot);

// Tracks: one line of a plot. Coordinates are per cent, so that nothing need be drawn again when the window changes.

function scale(low, high) {
  const span = high - low || 1;
  return (value) => 2 + (96 * (value - low)) / span;
}
const at = (x) => `${x.toFixed(2)}%`;
const track = (label, ...marks) => svg("svg", { class: "track", role: "img", "aria-label": label }, ...marks);
const stroke = (kind, x1, x2, y1 = "50%", y2 = y1) => svg("line", { class: kind, x1: at(x1), x2: at(x2), y1, y2 });
const upright = (kind, x, y1 = "10%", y2 = "90%") => stroke(kind, x, x, y1, y2);
const dot = (x, r = 5) => svg("circle", { class: "dot", cx: at(x), cy: "50%", r });

function whisker(x, label, value, low, high, zero) {
  const marks = [stroke("base", 0, 100)];
  if (zero !== undefined) marks.push(upright("zero", x(zero), "0%", "100%"));
  if (low !== null && high !== null) marks.push(stroke("bar", x(low), x(high)), upright("end", x(low), "32%", "68%"), upright("end", x(high), "32%", "68%"));
  return track(label, ...marks, dot(x(value)));
}

function spread(x, label, [least, p5, p25, median, p75, p95, , most, mean]) {
  return track(
    label,
    stroke("base", 0, 100),
    stroke("bar", x(p5), x(p95)),
    svg("rect", { class: "box", x: at(x(p25)), width: at(Math.max(0.4, x(p75) - x(p25))), y: "18%", height: "64%", rx: 3 }),
    upright("median", x(median), "18%", "82%"),
    dot(x(mean), 3.2),
    svg("title", {}, `${label}; least ${fixed(least, 1)}, most ${fixed(most, 1)}`),
  );
}

function axis(x, ticks, text = (tick) => `${tick}`.replace("-", "−")) {
  const marks = ticks.flatMap((tick) => [upright("tick", x(tick), "0%", "22%"), svg("text", { x: at(x(tick)), y: "78%" }, text(tick))]);
  return svg("svg", { class: "track", "aria-hidden": "true" }, ...marks);
}

function nice(low, high, most = 5) {
  const rough = (high - low) / most || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((times) => times * power).find((size) => size >= rough);
  const ticks = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + step / 1e6; tick += step) ticks.push(+tick.toFixed(6));
  return ticks;
}

const lines = (rows, foot) => el("div", { class: "lines" }, ...rows.flat(), ...(foot ? [el("span"), foot, el("span")] : []));
const label = (bot) => el("span", { class: "name", title: bots[bot] }, name(bot));
const figure = (...children) => el("span", { class: "figure" }, ...children);

// Head.

function drawHead() {
  document.title = cup.cup;
  $("cup").replaceChildren(el("bdi", {}, cup.cup));
  $("state").textContent = cup.finished ? "finished" : `running: ${whole(cup.played)} of ${whole(cup.matches)} matches`;
  $("state").classList.toggle("running", !cup.finished);
  const sizes = list(cup.seats.map(String));
  const boards = list(cup.editions.map(([id, title]) => (title.toLowerCase() === id ? title : `${title} (${id})`)));
  $("subtitle").textContent = `${boards} · tables of ${sizes} · ${cup.format}${cup.rated ? "" : " · unrated"}`;
  const forfeits = sum(tables[0].rows.map((row) => row.forfeits));
  const counted = (n, one, many = plural(n, one)) => [n === 1 ? one : many, n];
  const soFar = cup.finished ? "" : " so far";
  const facts = [counted(bots.length, "bot"), counted(cup.played, `match${soFar}`, `matches${soFar}`), counted(cup.deals, "deal"), counted(cup.editions.length, "edition"), counted(sum(tables[0].faults.map((f) => f[2])), "fault"), counted(forfeits, "forfeit")];
  if (cup.unresolved) facts.push(["unresolved", cup.unresolved]);
  $("facts").replaceChildren(...facts.map(([key, value]) => el("div", {}, el("dt", {}, key), el("dd", {}, whole(value)))));
  warn();
  $("made").textContent = `Made by referee ${about.maker} from the results folder of the cup. One file: nothing is loaded, nothing is sent.`;
  offer("scope", tables.map((table, i) => [i, `${table.title} (${whole(table.matches)})`]));
  $("scope").disabled = tables.length < 2;
}

// Options are changed in place: the reader may have the list open, or have chosen.
function offer(id, pairs) {
  const select = $(id);
  const chosen = select.value;
  pairs.forEach(([value, text], i) => {
    const option = select.options[i] ?? select.appendChild(el("option"));
    if (option.value !== `${value}` || option.textContent !== text) Object.assign(option, { textContent: text, value: `${value}` });
  });
  while (select.options.length > pairs.length) select.lastChild.remove();
  if (pairs.some(([value]) => `${value}` === chosen)) select.value = chosen;
}

function warn() {
  const said = [];
  const broken = cup.pages.unsound;
  if (cup.altered.length) said.push(`The results folder is not as the referee wrote it, so nothing here can be relied on: ${cup.altered.slice(0, 3).join("; ")}${cup.altered.length > 3 ? `; and ${cup.altered.length - 3} more` : ""}.`);
  if (broken.length) said.push(`${count(broken.length, "replay")} did not stand up to verification and ${broken.length === 1 ? "has" : "have"} no page: ${broken.slice(0, 5).join(", ")}${broken.length > 5 ? " …" : ""}. Run the first command below.`);
  if (cup.unresolved) said.push(`${countMatches(cup.unresolved)} could not be played: the platform failed three times.`);
  $("warning").textContent = said.join(" ");
  $("warning").hidden = !said.length;
}

// Standings.

function drawStandings() {
  const { rows, matches } = tables[scope];
  if (!matches) {
    $("lead").textContent = "No match is finished yet.";
    $("standings-table").replaceChildren();
    $("standings-why").textContent = "Make this page again when the first matches are on the disk.";
    return;
  }
  const high = Math.max(0.01, ...rows.map((row) => row.points_high ?? row.points / Math.max(1, row.matches)));
  const x = scale(0, high);
  const heads = [["#", "l"], ["bot", "l"], ["points per match", "l plotted"], ["", ""], ["Elo", ""], ["matches", "wide"], ["sole wins", "wide"], ["score", ""], ["forfeits", "wide"], ["faults", ""]];
  const body = rows.map((row) => standing(row, x));
  $("standings-table").replaceChildren(
    el("thead", {}, el("tr", {}, ...heads.map(([text, kind]) => el("th", { scope: text ? "col" : null, class: kind || null }, text || el("span", { class: "vh" }, "figure"))))),
    el("tbody", {}, ...body),
  );
  $("lead").replaceChildren(...lead(rows));
  const gone = cup.withdrawn.map((bot) => bots[bot]);
  const by = cup.by_elo ? "Ranked by Elo, because the bots did not all meet the same field." : "Ranked by points per match: 1/n to each of n firsts.";
  $("standings-why").textContent = `${by} In grey the ranks that the 95 % bars leave open. Scores are means over matches without a forfeit.${gone.length ? ` Never started, and therefore without a rating: ${list(gone)}.` : ""}`;
}

function standing(row, x) {
  const mean = row.matches ? row.points / row.matches : 0;
  const range = row.rank_best === null || row.rank_best === row.rank_worst ? "" : `${row.rank_best}–${row.rank_worst}`;
  const faults = sum(Object.values(row.faults));
  const codes = Object.entries(row.faults).map(([code, n]) => `${code} ${n}`).join(", ");
  const text = `${fixed(mean, 3)} points per match, 95 % ${between(row.points_low, row.points_high, 3)}`;
  const cell = (kind, ...children) => el("td", { class: kind }, ...children);
  return el(
    "tr",
    {},
    cell("l", el("span", { class: "rank" }, `${row.rank}`), " ", el("span", { class: "range" }, range)),
    el("td", { class: "l bot", title: bots[row.bot] }, name(row.bot)),
    cell("l plotted", row.matches ? whisker(x, text, mean, row.points_low, row.points_high) : "–"),
    cell("", row.matches ? fixed(mean, 3) : "–"),
    cell("", fixed(row.elo, 0)),
    cell("wide", whole(row.matches)),
    cell("wide", whole(row.wins)),
    cell("", fixed(row.mean_score, 1)),
    cell(row.forfeits ? "wide bad" : "wide none", whole(row.forfeits)),
    el("td", { class: faults ? "bad" : "none", title: codes || null }, whole(faults)),
  );
}

function lead(rows) {
  const first = rows.filter((row) => row.rank === 1 && row.matches);
  if (!first.length) return [];
  if (first.length > 1) return [`${first.length} bots share the first place.`];
  const [best] = first;
  const points = `${fixed(best.points / best.matches, 3)} points per match`;
  const said = cup.finished ? "wins the cup" : "leads so far";
  const where = scope ? " on these tables" : "";
  const certain = best.rank_worst === 1 && best.rank_best === 1 && rows.length > 1;
  const verdict = certain ? "no other bot's bars reach it." : best.rank_best === null || best.elo_low === null ? "too few deals to say how sure that is." : `the bars leave it ranks ${best.rank_best} to ${best.rank_worst}.`;
  return [el("strong", {}, name(best.bot)), ` ${scope ? (cup.finished ? "is first" : "leads so far") : said}${where} with ${points}: ${verdict}`];
}

// Rating.

function drawRating() {
  const rows = tables[scope].rows.filter((row) => row.elo !== null).sort((a, b) => b.elo - a.elo);
  if (!rows.length) return $("rating-plot").replaceChildren(empty("Nothing to rate yet."));
  const ends = rows.flatMap((row) => [row.elo, row.elo_low ?? row.elo, row.elo_high ?? row.elo]);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const x = scale(low - 5, high + 5);
  $("rating-plot").replaceChildren(
    lines(
      rows.map((row, i) => {
        const text = `Elo ${fixed(row.elo, 0)}, 95 % ${between(row.elo_low, row.elo_high, 0)}`;
        const next = row.superiority === null || !rows[i + 1] ? "" : `; stronger than the next with a likelihood of ${percent(row.superiority)}`;
        return [label(row.bot), whisker(x, text + next, row.elo, row.elo_low, row.elo_high, low <= 0 && high >= 0 ? 0 : undefined), figure(fixed(row.elo, 0), " ", el("small", {}, row.elo_low === null ? "" : between(row.elo_low, row.elo_high, 0)))];
      }),
      axis(x, nice(low, high)),
    ),
  );
}

// Head to head.

const MOST_CROSSED = 40;
let crossed = [];
let spot = [-1, -1];

function drawCross() {
  const shown = order().slice(0, MOST_CROSSED);
  const found = new Map(tables[scope].encounters.map((e) => [`${e[0]} ${e[1]}`, e]));
  crossed = shown.map((bot) => shown.map((other) => found.get(`${bot} ${other}`) ?? null));
  spot = [-1, -1];
  $("cross-note").textContent = order().length > shown.length ? `The first ${MOST_CROSSED} of ${order().length} bots; all are in the downloads.` : "Point at a cell, or go there with the arrow keys.";
  $("cross-box").hidden = !found.size;
  if (!found.size) return $("cross-note").replaceChildren("No two bots have met yet.");
  const many = shown.length > 8;
  document.querySelector("main").classList.toggle("many", many);
  const column = (bot, i) => (many ? [el("span", { "aria-hidden": "true" }, `${i + 1}`), el("span", { class: "vh" }, bots[bot])] : [name(bot)]);
  const head = el("tr", {}, el("td", {}), ...shown.map((bot, i) => el("th", { scope: "col", title: bots[bot] }, ...column(bot, i))));
  const body = shown.map((bot, i) => el("tr", {}, el("th", { scope: "row", title: bots[bot] }, ...(many ? [el("span", { class: "range" }, `${i + 1} `)] : []), name(bot)), ...shown.map((_, j) => heatCell(i, j))));
  $("cross-table").replaceChildren(el("thead", {}, head), el("tbody", {}, ...body));
}

function heatCell(i, j) {
  const met = crossed[i][j];
  if (i === j) return el("td", { class: "self" }, el("span", { class: "vh" }, "itself"));
  if (!met) return el("td", { class: "none" }, "–");
  const cell = el("td", { "data-cell": `${i} ${j}` }, fixed(100 * met[5], 0));
  const share = Math.round(Math.abs(met[5] - 0.5) * 2 * 58);
  cell.style.background = `color-mix(in srgb, var(${met[5] < 0.5 ? "--cold" : "--heat"}) ${share}%, var(--panel))`;
  return cell;
}

function pointAt(i, j) {
  const [rows, columns] = [crossed.length, crossed[0]?.length ?? 0];
  spot = [Math.min(rows - 1, Math.max(0, i)), Math.min(columns - 1, Math.max(0, j))];
  $("cross-table").querySelector(".on")?.classList.remove("on");
  const shown = order();
  const cell = $("cross-table").querySelectorAll("tbody tr")[spot[0]]?.querySelectorAll("td")[spot[1]];
  cell?.classList.add("on");
  cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const met = crossed[spot[0]][spot[1]];
  if (!met) return $("cross-note").replaceChildren(name(shown[spot[0]]), spot[0] === spot[1] ? " does not meet itself." : " did not meet this bot.");
  const [bot, other, ahead, level, behind, , low, high, margin] = met;
  const lead = margin === null ? "" : `; ${signed(margin, 1)} points of score on average`;
  $("cross-note").replaceChildren(bold(""), name(bot), " against ", name(other), `: ahead in ${whole(ahead)}, level in ${whole(level)}, behind in ${whole(behind)} of ${whole(ahead + level + behind)} matches; 95 % ${between(low, high, 0, 100)} per cent${lead}.`);
}

$("cross-box").addEventListener("keydown", (event) => {
  const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
  if (!step) return;
  event.preventDefault();
  pointAt(spot[0] + step[0], spot[1] + step[1]);
});
$("cross-table").addEventListener("pointerover", (event) => {
  const cell = event.target.closest("[data-cell]");
  if (cell) pointAt(...cell.dataset.cell.split(" ").map(Number));
});

// What scores are made of.

function drawParts() {
  const { bonuses, bots: all } = tables[scope].parts;
  if (!all.length) { $("parts-legend").replaceChildren(); return $("parts-plot").replaceChildren(empty("No score to take apart yet.")); }
  const by = new Map(all.map((part) => [part.bot, part]));
  const shown = order().filter((bot) => by.has(bot)).map((bot) => by.get(bot));
  const gains = (part) => [["routes", part.routes], ["tickets", Math.max(0, part.tickets)], ...bonuses.map((_, i) => [`b${i % 7}`, Math.max(0, part.bonuses[i])])];
  const low = Math.max(0, ...shown.map((part) => -Math.min(0, part.tickets)));
  const full = low + Math.max(1, ...shown.map((part) => sum(gains(part).map(([, points]) => points))));
  const keys = [["routes", "routes"], ["tickets", "tickets"], ...bonuses.map((bonus, i) => [`b${i % 7}`, words(bonus)]), ...(low ? [["lost", "tickets, more lost than won"]] : [])];
  $("parts-legend").replaceChildren(...keys.map(([kind, text]) => el("li", {}, el("i", { class: `p-${kind}` }), text)));
  $("parts-plot").replaceChildren(lines(shown.map((part) => stacked(part, gains(part), low, full, bonuses))));
}

const words = (text) => text.replaceAll("_", " ");

function stacked(part, gains, low, full, bonuses) {
  const bar = el("div", { class: "stack", "aria-hidden": "true" });
  let from = low;
  for (const [kind, points] of gains) { if (points) bar.append(segment(kind, from, points, full)); from += points; }
  if (part.tickets < 0) bar.append(segment("lost", low + part.tickets, -part.tickets, full));
  if (low) bar.append(placed(el("div", { class: "zero" }), low / full));
  const kept = part.lost === null ? "" : `, ${fixed(part.lost, 1)} lost`;
  const text = [`routes ${fixed(part.routes, 1)}`, `tickets ${fixed(part.tickets, 1)} (${fixed(part.completed, 1)} made${kept})`, ...bonuses.map((bonus, i) => `${words(bonus)} ${fixed(part.bonuses[i], 1)}`)];
  return [label(part.bot), bar, figure(bold(fixed(part.score, 1))), el("p", { class: "text" }, text.join(" · "))];
}

function segment(kind, from, points, full) {
  const node = placed(el("div", { class: `p-${kind}` }), from / full);
  node.style.width = `${(100 * points) / full}%`;
  return node;
}

function placed(node, share) {
  node.style.left = `${100 * share}%`;
  return node;
}

// Distributions.

function drawSpreads() {
  const parts = new Map(tables[scope].parts.bots.map((part) => [part.bot, part.scores]));
  const thinking = new Map(tables[scope].think.map(([bot, ...figures]) => [bot, figures]));
  drawSpread("scores-plot", parts, "No score yet.", (x) => x, (low, high) => nice(low, high), (s) => fixed(s[3], 0), (s) => `median score ${fixed(s[3], 0)}, half from ${fixed(s[2], 0)} to ${fixed(s[4], 0)}, nine in ten from ${fixed(s[1], 0)} to ${fixed(s[5], 0)}`);
  const log = (ms) => Math.log10(Math.max(0.01, ms));
  const decades = (low, high) => [0.01, 0.1, 1, 10, 100, 1000, 10000, 100000, 1000000].filter((ms) => ms >= low * 0.99 && ms <= high * 1.01);
  drawSpread("think-plot", thinking, "No thinking time may be read yet.", log, decades, (s) => el("span", {}, thought(s[3]), el("small", {}, ` · 99 %: ${thought(s[6])}`)), (s) => `median ${thought(s[3])}, half from ${thought(s[2])} to ${thought(s[4])}, nine in ten from ${thought(s[1])} to ${thought(s[5])}, one in a hundred over ${thought(s[6])}, longest ${thought(s[7])}`);
}

const thought = (ms) => (ms >= 1000 ? `${fixed(ms / 1000, 1)} s` : `${fixed(ms, ms < 10 ? 1 : 0)} ms`);

function drawSpread(id, by, nothing, turn, ticks, told, text) {
  const shown = order().filter((bot) => by.has(bot));
  if (!shown.length) return $(id).replaceChildren(empty(nothing));
  const ends = shown.flatMap((bot) => by.get(bot).slice(1, 6));
  let [low, high] = [Math.min(...ends), Math.max(...ends)];
  if (turn(1) !== 1) { low = 10 ** Math.floor(turn(low)); high = 10 ** Math.ceil(turn(high)); }
  const x = scale(turn(low), turn(high));
  const on = (value) => x(Math.min(turn(high), Math.max(turn(low), turn(value))));
  $(id).replaceChildren(lines(shown.map((bot) => [label(bot), spread(on, text(by.get(bot)), by.get(bot)), figure(told(by.get(bot)))]), axis(on, ticks(low, high), (tick) => (turn(1) === 1 ? `${tick}`.replace("-", "−") : thought(tick).replace(".0", "")))));
}

// Seats and fairness.

function drawFairness() {
  const shown = (scope || tables.length === 1 ? [tables[scope]] : tables.slice(1)).filter((table) => table.seats.length);
  const ends = shown.flatMap((table) => table.seats.flat()).filter((value) => value !== null);
  const most = Math.max(0.02, ...ends.map(Math.abs));
  const x = scale(-most, most);
  $("seats-plot").replaceChildren(...shown.map((table) => el("div", {}, el("h3", {}, table.title), seatLines(table.seats, x, most))));
  if (!shown.length) $("seats-plot").replaceChildren(empty("No deal was played in all seat orders yet."));
  const { luck } = tables[scope];
  $("luck").replaceChildren(...(luck === null ? [empty("Needs two matches of a deal that are finished.")] : luckOf(luck)));
  drawCompany();
}

function seatLines(seats, x, most) {
  const rows = seats.map(([value, low, high], seat) => {
    const text = `Seat ${seat}: ${signed(value, 3)} points per match over its share, 95 % ${between(low, high, 3)}`;
    return [el("span", { class: "name plain" }, `seat ${seat}`), whisker(x, text, value, low, high, 0), figure(signed(value, 3))];
  });
  return lines(rows, axis(x, nice(-most, most, 4), (tick) => signed(tick, 2)));
}

function luckOf(luck) {
  const bar = el("div", { class: "share", "aria-hidden": "true" }, el("div"));
  bar.firstChild.style.width = `${100 * luck}%`;
  return [el("span", { class: "big" }, percent(luck)), bar, el("p", { class: "why" }, "of the variance of a bot's scores is explained by the deal alone. The rest is play, company and seats. Common deals take this part out of comparisons.")];
}

function drawCompany() {
  const { company, pairs } = tables[scope];
  if (!pairs) return $("company").replaceChildren(empty("Nothing to see: it takes tables of three and at least ten deals with and without each other."));
  const deviant = company.filter((pair) => pair[4]);
  const text = deviant.length
    ? `${count(deviant.length, "pair")} of ${pairs} deviate${deviant.length === 1 ? "s" : ""} by more than chance gives to one cup in twenty. A place to look at, not a verdict.`
    : `None of ${pairs} ordered pairs does better or worse in the other's company than strength explains; a cup of honest bots shows one in at most one case of twenty. The most deviant:`;
  const shown = deviant.length ? deviant : company.slice(0, 3);
  $("company").replaceChildren(
    el("p", { class: "why" }, text),
    el("ul", { class: "pairs" }, ...shown.map(([bot, other, surplus, z, sus]) => el("li", { class: sus ? "sus" : null }, name(bot), ` ${signed(surplus, 3)} points per match when `, name(other), ` sits at the table (z ${signed(z, 1)})`))),
  );
}

// Faults.

function drawFaults() {
  const rows = tables[scope].faults;
  $("faults-box").hidden = !rows.length;
  const total = sum(rows.map((row) => row[2]));
  $("faults-why").textContent = rows.length ? `${count(total, "fault")}. A bot that forfeits gets no point. Evidence is that of the first match; all are in the list below.` : cup.played ? "No bot was at fault." : "No match is finished yet.";
  const heads = [["bot", "l"], ["fault", "l"], ["times", ""], ["matches", "wide"], ["evidence", "l wrap"]];
  $("faults-table").replaceChildren(
    el("thead", {}, el("tr", {}, ...heads.map(([text, kind]) => el("th", { scope: "col", class: kind || null }, text)))),
    el("tbody", {}, ...rows.map(([bot, code, times, inMatches, match, decision, text]) => el("tr", {}, el("td", { class: "l bot", title: bots[bot] }, name(bot)), el("td", { class: "l bad" }, code), el("td", {}, whole(times)), el("td", { class: "wide" }, whole(inMatches)), el("td", { class: "l wrap" }, ...evidence(match, decision, text))))),
  );
}

function evidence(id, decision, text) {
  if (!id) return [el("span", { class: "none" }, "in a deal that is still being played")];
  const button = el("button", { type: "button", class: "link" }, id);
  button.addEventListener("click", () => openMatch(all.find((match) => match.id === id)));
  return [text || "no more is known", " ", el("span", { class: "small" }, `(decision ${decision}) `), button];
}

// Matches.

const all = matchesOf(cup.match_list);

function matchesOf({ kinds, sizes, kind, id, deal, digest, seats, faults }) {
  const rest = id.split("\n");
  let from = 0;
  const found = kind.map((k, i) => {
    const to = from + sizes[k];
    const own = [];
    for (let s = from; s < to; s++) own.push({ bot: seats.bot[s], rank: seats.rank[s], score: seats.score[s], routes: seats.routes[s], tickets: seats.tickets[s], made: seats.made[s], out: !!seats.out[s], faults: [] });
    from = to;
    return { at: i, kind: k, id: `${kinds[k]}/${rest[i]}`, deal: deal[i], digest: digest.slice(64 * i, 64 * i + 64), seats: own, faults: 0, page: false };
  });
  for (const [match, seat, code, decision, text] of faults) { found[match].seats[seat].faults.push({ code, decision, text }); found[match].faults++; }
  for (const i of cup.pages.at) found[i].page = true;
  for (const match of found) {
    const scores = match.seats.filter((seat) => !seat.out).map((seat) => seat.score).sort((a, b) => b - a);
    match.top = scores[0] ?? null;
    match.margin = scores.length > 1 ? scores[0] - scores[1] : null;
    match.text = `${match.id} ${match.seats.map((seat) => bots[seat.bot]).join(" ")}`.toLowerCase();
  }
  return found;
}

const pageOf = (match) => `${encodeURIComponent(cup.pages.folder)}/${match.id.split("/").map(encodeURIComponent).join("-")}.html`;
const COLUMNS = [["match", "id", ""], ["seats", "sits", ""], ["top score", "top", "n"], ["margin", "margin", "n"], ["faults", "faults", ""], ["page", "page", ""]];
const KEYS = { match: (m) => m.at, seats: (m) => bots[m.seats[0].bot], "top score": (m) => m.top ?? -1e9, margin: (m) => m.margin ?? 1e9, faults: (m) => m.faults, page: (m) => m.page };
const DOWN_FIRST = new Set(["top score", "faults", "page"]);
let found = all;
let sorted = ["match", 1];
let current = 0;

function wanted() {
  const text = $("f-text").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const [bot, seat, kind, result, fault] = ["f-bot", "f-seat", "f-kind", "f-result", "f-faults"].map((id) => $(id).value);
  const sits = (s, i) => (bot === "" || s.bot === +bot) && (seat === "" || i === +seat);
  const one = bot !== "" || seat !== "";
  return (match) => {
    if (kind !== "" && match.kind !== +kind) return false;
    if ($("f-page").checked && !match.page) return false;
    if (!text.every((word) => match.text.includes(word))) return false;
    const own = one ? match.seats.filter(sits) : match.seats;
    if (!own.length) return false;
    if (result === "won" && !own.some((s) => s.rank === 1 && !s.out)) return false;
    if (result === "lost" && !own.some((s) => s.rank > 1 || s.out)) return false;
    if (result === "shared" && match.seats.filter((s) => s.rank === 1).length < 2) return false;
    if (fault === "any" && !own.some((s) => s.faults.length)) return false;
    if (fault === "none" && match.faults) return false;
    if (fault === "out" && !own.some((s) => s.out)) return false;
    return !fault.startsWith("code ") || own.some((s) => s.faults.some((f) => `code ${f.code}` === fault));
  };
}

function choose() {
  const [column, direction] = sorted;
  const key = KEYS[column];
  found = all.filter(wanted());
  found.sort((a, b) => { const [x, y] = [key(a), key(b)]; return (x < y ? -direction : x > y ? direction : 0) || a.at - b.at; });
  current = 0;
  $("list").scrollTop = 0;
  $("found").textContent = `${whole(found.length)} of ${countMatches(all.length)}`;
  $("list").setAttribute("aria-rowcount", found.length + 1);
  drawList(true);
}

const measured = () => parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row"));
let height = measured();
let drawn = [-1, -1];

function drawList(anew = false) {
  const [top, tall] = [$("list").scrollTop, $("list").clientHeight];
  const first = Math.max(0, Math.floor(top / height) - 8);
  const end = Math.min(found.length, Math.ceil((top + tall) / height) + 8);
  if (!anew && drawn[0] === first && drawn[1] === end) return;
  drawn = [first, end];
  const body = $("list-body");
  body.style.height = `${Math.max(found.length * height, 60)}px`;
  const focused = document.activeElement?.closest?.(".match.row")?.dataset.row;
  const kept = anew ? new Map() : new Map([...body.children].map((row) => [+row.dataset.row, row]));
  const rows = [];
  for (let i = first; i < end; i++) rows.push(kept.get(i) ?? drawRow(i));
  body.replaceChildren(...(rows.length ? rows : [el("div", { role: "row" }, el("div", { role: "cell", class: "empty match" }, all.length ? "No match fits." : "No match may be shown yet."))]));
  if (focused !== undefined) body.querySelector(`[data-row="${focused}"]`)?.focus({ preventScroll: true });
}

function drawRow(i) {
  const match = found[i];
  const codes = [...new Set(match.seats.flatMap((seat) => seat.faults.map((fault) => fault.code)))];
  const cells = [
    cell("id", "", el("span", { class: "kind" }, cup.match_list.kinds[match.kind]), match.id.slice(cup.match_list.kinds[match.kind].length)),
    cell("sits", "sits", ...match.seats.map((seat, s) => el("span", { class: `sit${seat.rank === 1 && !seat.out ? " won" : ""}${seat.out ? " out" : ""}` }, el("i", {}, `${s}`), name(seat.bot), bold(fixed(seat.score, 0))))),
    cell("top", "n", fixed(match.top, 0)),
    cell("margin", "n", fixed(match.margin, 0)),
    cell("faults", match.faults ? "bad" : "", codes.length ? codes.join(", ") : ""),
    cell("page", "", match.page ? el("a", { href: pageOf(match), target: "_blank", rel: "noopener", tabindex: -1, "aria-label": `Replay of ${match.id}` }, "Replay") : ""),
  ];
  const row = el("div", { role: "row", class: "match row", tabindex: -1, "data-row": i, "aria-rowindex": i + 2 }, ...cells);
  row.style.top = `${i * height}px`;
  return row;
}
const cell = (column, kind, ...children) => el("div", { role: "cell", class: `c-${column} ${kind}`, title: column === "id" ? children.map((child) => child.textContent ?? child).join("") : null }, ...children);

function drawListHead() {
  $("list-head").setAttribute("aria-rowindex", 1);
  $("list-head").replaceChildren(
    ...COLUMNS.map(([text, column, kind]) => {
      const own = sorted[0] === text;
      const button = el("button", { type: "button" }, `${text}${own ? (sorted[1] > 0 ? " ↑" : " ↓") : ""}`);
      button.addEventListener("click", () => sortBy(text));
      return el("div", { role: "columnheader", class: `c-${column} ${kind}`, "aria-sort": own ? (sorted[1] > 0 ? "ascending" : "descending") : "none" }, button);
    }),
  );
}

function sortBy(column) {
  sorted = [column, sorted[0] === column ? -sorted[1] : DOWN_FIRST.has(column) ? -1 : 1];
  drawListHead();
  choose();
  [...$("list-head").querySelectorAll("button")][COLUMNS.findIndex(([text]) => text === column)].focus();
}

function goTo(row) {
  if (!found.length) return;
  current = Math.min(found.length - 1, Math.max(0, row));
  const list_ = $("list");
  const head = $("list-head").parentElement.offsetHeight;
  const top = current * height;
  if (top < list_.scrollTop) list_.scrollTop = top;
  else if (top + height > list_.scrollTop + list_.clientHeight - head) list_.scrollTop = top + height - list_.clientHeight + head;
  drawList();
  $("list-body").querySelector(`[data-row="${current}"]`)?.focus({ preventScroll: true });
}

$("list").addEventListener("scroll", () => drawList());
$("list").addEventListener("keydown", (event) => {
  if (event.target.closest("button, a") || event.ctrlKey || event.metaKey || event.altKey) return;
  const page = Math.max(1, Math.floor($("list").clientHeight / height) - 2);
  const started = event.target.closest(".row") !== null;
  const to = { ArrowDown: started ? current + 1 : current, ArrowUp: current - 1, PageDown: current + page, PageUp: current - page, Home: 0, End: found.length - 1 }[event.key];
  if (to !== undefined) { event.preventDefault(); goTo(to); }
  if (event.key === "Enter" && started) { event.preventDefault(); openMatch(found[current]); }
});
$("list-body").addEventListener("click", (event) => {
  const row = event.target.closest(".match.row");
  if (!row || event.target.closest("a")) return;
  current = +row.dataset.row;
  openMatch(found[current]);
});

function drawFilters() {
  const options = (id, any, pairs) => offer(id, [["", any], ...pairs]);
  const codes = [...new Set(cup.match_list.faults.map(([, , code]) => code))].sort();
  options("f-bot", "any", bots.map((text, i) => [i, text]));
  options("f-seat", "any", [...Array(Math.max(...cup.seats)).keys()].map((seat) => [seat, `${seat}`]));
  options("f-kind", "all", cup.match_list.kinds.map((text, i) => [i, text]));
  options("f-result", "any", [["won", "first"], ["lost", "not first"], ["shared", "shared first"]]);
  options("f-faults", "with or without", [["any", "with faults"], ["out", "forfeited"], ["none", "without"], ...codes.map((code) => [`code ${code}`, code])]);
  const withheld = cup.withheld ? ` ${whole(cup.withheld)} more are withheld until their deals are played out at every table.` : "";
  const pages = cup.pages.at.length;
  const why = { all: "all that may be shown", faults: "those with faults", best: "the closest and the highest-scoring match of each pair of bots", none: "none" }[cup.pages.why];
  $("matches-why").textContent = `Seats in their order, the first in bold, forfeits struck through.${withheld} ${pages ? `${whole(pages)} have a page that replays them: ${why}.` : "None has a page beside this one; the referee makes one from the results folder (Enter says how)."}`;
}

function openMatch(match) {
  if (!match) return;
  const heads = ["seat", "bot", "rank", "score", "routes", "tickets", "made", "bonuses"];
  const rows = match.seats.map((seat, s) => el("tr", {}, el("td", { class: "l" }, `${s}`), el("td", { class: "l bot" }, name(seat.bot), seat.out ? el("span", { class: "bad" }, " forfeited") : null), ...[seat.rank, seat.score, seat.routes, seat.tickets, seat.made, seat.score - seat.routes - seat.tickets].map((value) => el("td", {}, fixed(value, 0)))));
  const table = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Result" }, el("table", { class: "grid" }, el("thead", {}, el("tr", {}, ...heads.map((text, i) => el("th", { scope: "col", class: i < 2 ? "l" : null }, text)))), el("tbody", {}, ...rows)));
  const faults = match.seats.flatMap((seat, s) => seat.faults.map((fault) => el("li", {}, `seat ${s}, `, name(seat.bot), ": ", el("span", { class: "bad" }, fault.code), ` at decision ${fault.decision}`, fault.text ? `: ${fault.text}` : "")));
  const link = match.page ? el("p", {}, el("a", { class: "page-link", href: pageOf(match), target: "_blank", rel: "noopener" }, "Open the replay")) : null;
  const command = el("ul", { class: "commands" }, el("li", {}, el("code", {}, `referee replay view '${`${about.folder}:${match.id}`.replaceAll("'", "'\\''")}' --open`)));
  $("match-title").textContent = match.id;
  $("match-body").replaceChildren(...[link, table, faults.length ? el("h3", {}, "Faults") : null, faults.length ? el("ul", { class: "plain-list" }, ...faults) : null, el("h3", {}, "Deal and digest"), el("p", {}, `deal ${match.deal} · `, el("span", { class: "code" }, match.digest)), el("h3", {}, "From the results folder"), command].filter(Boolean));
  $("match").showModal();
}

// Trust.

const terms = (id, facts) => $(id).replaceChildren(...facts.flatMap(([key, value]) => [el("dt", {}, key), el("dd", {}, value)]));

function drawTrust() {
  terms("settings", [...Object.entries(about.settings), ["clock", about.clock], ["referee", `${about.referee}, rules revision ${about.rules}`]]);
  terms("specs", bots.map((_, i) => [name(i), el("code", {}, about.specs[i])]));
  $("enforced").replaceChildren(...(about.circumstances.length ? [circumstances()] : [empty("No match has said so yet.")]), ...about.enforced.map((text) => el("p", { class: "why" }, text)));
  $("notes").replaceChildren(
    ...about.boards.map(([id, doubts]) => el("p", { class: "board" }, bold(id), " ", ...(doubts.length ? doubts.map(([part, trust]) => el("span", { class: `mark ${trust.split(" ")[0]}` }, `${words(part)}: ${trust}`)) : ["every table stands on two sources"]))),
    ...(about.notes.length ? [el("ul", { class: "plain-list" }, ...about.notes.map((note) => el("li", {}, note)))] : []),
    ...about.history.map((text) => el("p", { class: "why" }, text)),
  );
  const facts = [["commitment", code(about.commitment)], ["cup digest", cup.digest ? code(cup.digest) : "when the cup is finished"], ["of the matches above", el("span", { id: "recomputed" }, "not recomputed")]];
  if (about.secret !== null) facts.push(["secret text", code(about.secret)]);
  else facts.push(["secret text", "not revealed: the cup is not closed"]);
  terms("digests", facts);
  $("commands").replaceChildren(...about.commands.map(([command, text]) => el("li", {}, el("code", {}, command), el("span", {}, text))));
  recompute();
}
const code = (text) => el("span", { class: "code" }, text);

function circumstances() {
  const rows = about.circumstances.map(([key, value, times]) => el("li", {}, `${words(key)}: `, bold(value), ` in ${countMatches(times)}`));
  return el("ul", { class: "plain-list" }, ...rows);
}

async function recompute() {
  if (!cup.digest || all.length !== cup.played || !globalThis.crypto?.subtle) return;
  const text = all.map((match) => [match.id, match.digest]).sort(([a], [b]) => (a < b ? -1 : 1)).map((pair) => `${pair.join(" ")}\n`).join("");
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  $("recomputed").replaceChildren(hex === cup.digest ? el("span", { class: "ok" }, "✓ agrees, recomputed by this page") : el("span", { class: "bad" }, `differs: ${hex}`));
}

// Downloads.

const csv = (rows) => rows.map((row) => row.map((value) => (/[",\n\r]/.test(`${value ?? ""}`) ? `"${`${value}`.replaceAll('"', '""')}"` : `${value ?? ""}`)).join(",")).join("\n") + "\n";

function standingsRows() {
  const columns = ["rank", "bot", "matches", "points", "wins", "mean_score", "forfeits", "points_low", "points_high", "elo", "elo_low", "elo_high", "rank_best", "rank_worst", "superiority"];
  const body = tables.flatMap((table) => table.rows.map((row) => [table.edition || "all", table.players || "all", ...columns.map((key) => (key === "bot" ? bots[row.bot] : row[key])), Object.entries(row.faults).map(([key, n]) => `${key} ${n}`).join(", ")]));
  return [["edition", "players", ...columns, "faults"], ...body];
}

function matchRows() {
  const head = ["match", "deal", "seat", "bot", "rank", "score", "routes", "tickets", "completed", "bonuses", "forfeit", "faults", "digest"];
  return [head, ...all.flatMap((m) => m.seats.map((s, i) => [m.id, m.deal, i, bots[s.bot], s.rank, s.score, s.routes, s.tickets, s.made, s.score - s.routes - s.tickets, +s.out, s.faults.map((f) => f.code).join(" "), m.digest]))];
}

function everything() {
  const { match_list, pages, tables: _, bots: __, ...rest } = cup;
  const named = (table) => ({ ...table, rows: table.rows.map((row) => ({ ...row, bot: bots[row.bot] })) });
  const matches = all.map((m) => ({ id: m.id, deal: m.deal, digest: m.digest, seats: m.seats.map(({ bot, made, out, ...s }) => ({ bot: bots[bot], ...s, completed: made, forfeit: out })) }));
  return { ...rest, bots, tables: tables.map(named), matches_shown: matches };
}

const FILES = [
  ["standings.csv", "Standings as CSV", "text/csv", () => csv(standingsRows())],
  ["matches.csv", "Matches as CSV", "text/csv", () => csv(matchRows())],
  ["cup.json", "Everything as JSON", "application/json", () => JSON.stringify(everything(), null, 1)],
];

function drawDownloads() {
  $("downloads").replaceChildren(
    ...FILES.map(([file, text, type, make]) => {
      const button = el("button", { type: "button" }, text);
      button.addEventListener("click", () => save(file, type, make()));
      return button;
    }),
  );
}

function save(file, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: url, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// Set-up.

const SECTIONS = { standings: "Standings", rating: "Rating", cross: "Head to head", parts: "Scores", think: "Time", seats: "Fairness", faults: "Faults", matches: "Matches", trust: "Trust" };

function drawSections() {
  $("sections").replaceChildren(...Object.entries(SECTIONS).map(([id, text]) => el("a", { href: `#${id}` }, text)));
  const seen = new IntersectionObserver(
    (entries) => {
      const entry = entries.find((each) => each.isIntersecting);
      if (!entry) return;
      for (const link of $("sections").children) link.toggleAttribute("aria-current", link.hash === `#${entry.target.id}`);
    },
    { rootMargin: "-15% 0px -75% 0px" },
  );
  for (const id of Object.keys(SECTIONS)) seen.observe($(id));
}

function drawScope() {
  drawStandings();
  drawRating();
  drawCross();
  drawParts();
  drawSpreads();
  drawFairness();
  drawFaults();
}

$("scope").addEventListener("change", () => { scope = +$("scope").value; drawScope(); });
$("theme").addEventListener("click", switchTheme);
$("match-close").addEventListener("click", () => $("match").close());
addEventListener("resize", () => { height = measured(); drawList(true); });
$("filters").addEventListener("input", choose);
$("filters").addEventListener("reset", () => setTimeout(choose));
$("filters").addEventListener("submit", (event) => event.preventDefault());
drawHead();
drawSections();
drawScope();
drawFilters();
drawListHead();
choose();
drawTrust();
drawDownloads();
document.documentElement.dataset.ready = `${Math.round(performance.now())}`;
