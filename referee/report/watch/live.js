// Shows news of the cup in place. What the reader has chosen, opened or scrolled to stays as it is.

let known = cup.version;
const begun = { at: Date.now(), played: cup.played };

const progress = el("progress", { id: "progress", "aria-label": "Matches played" });
$("cup").closest("header").after(progress);
const live = el("p", { id: "live", role: "status" });
$("subtitle").after(live);

function renew(fresh) {
  for (const key of Object.keys(cup)) if (!(key in fresh) && key !== "version") delete cup[key];
  const { tables: newTables, bots: newBots, about: newAbout, ...rest } = fresh;
  Object.assign(cup, rest, { tables, bots, about });
  tables.splice(0, tables.length, ...newTables);
  bots.splice(0, bots.length, ...newBots);
  Object.assign(about, newAbout);
  all.splice(0, all.length, ...matchesOf(cup.match_list));
  draw();
}

function draw() {
  scope = Math.min(scope, tables.length - 1);
  const [top, row, focused] = [$("list").scrollTop, current, document.activeElement?.closest?.("#list .row") !== null];
  drawHead();
  $("scope").value = `${scope}`;
  drawScope();
  drawFilters();
  choose();
  drawTrust();
  current = Math.min(row, Math.max(0, found.length - 1));
  $("list").scrollTop = top;
  drawList(true);
  if (focused) $("list-body").querySelector(`[data-row="${current}"]`)?.focus({ preventScroll: true });
  drawLive();
}

function drawLive(lost = false) {
  progress.max = Math.max(1, cup.matches);
  progress.value = cup.played + cup.unresolved;
  progress.hidden = cup.finished;
  const said = lost ? "Not connected; trying again." : cup.trouble ? `Nothing newer: ${cup.trouble}` : cup.finished ? "Live: this cup is finished." : `Live${left()}.`;
  live.classList.toggle("off", lost || !!cup.trouble);
  if (live.textContent !== said) live.textContent = said;
  $("made").textContent = `Served by referee ${about.maker} from the results folder of the cup, which it only reads.`;
}

// By the pace since this page was opened, and only once there is one.
function left() {
  const played = cup.played - begun.played;
  if (played < 1 || cup.left < 1) return "";
  const minutes = (((Date.now() - begun.at) / played) * cup.left) / 60_000;
  return minutes < 1 ? ", less than a minute to go" : minutes < 120 ? `, about ${count(Math.round(minutes), "minute")} to go` : `, about ${Math.round(minutes / 60)} hours to go`;
}

// One question at a time; what is new meanwhile is asked for afterwards.
let asking = false;
let again = false;
async function ask() {
  again = asking;
  if (asking) return;
  asking = true;
  try {
    do {
      again = false;
      const answer = await fetch("cup.json", { cache: "no-store" });
      if (!answer.ok) break;
      const version = JSON.parse(answer.headers.get("etag"));
      if (version !== known) renew(await answer.json());
      known = version;
    } while (again);
  } catch {
    // The stream tells when the server is back.
  } finally {
    asking = false;
  }
}

const stream = new EventSource("events");
stream.addEventListener("cup", (event) => {
  drawLive();
  if (JSON.parse(event.data).version !== known) ask();
});
stream.addEventListener("error", () => drawLive(true));
addEventListener("pagehide", () => stream.close());
drawLive();
