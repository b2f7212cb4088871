const $ = (id) => document.getElementById(id);
let known = "";

function put(parent, texts, tag) {
  parent.replaceChildren(...texts.map((text) => Object.assign(document.createElement(tag), { textContent: text })));
}

function show(cup) {
  document.title = cup.cup;
  $("title").textContent = cup.cup;
  $("state").textContent = cup.finished ? "finished" : `${cup.played} of ${cup.matches} matches`;
  $("trouble").hidden = !cup.trouble;
  $("trouble").textContent = cup.trouble;
  $("progress").max = cup.matches;
  $("progress").value = cup.played;
  $("rows").replaceChildren(
    ...cup.rows.map((row) => {
      const line = document.createElement("tr");
      const faults = Object.entries(row.faults).map(([code, count]) => `${code} ${count}`);
      put(line, [row.rank, row.bot, row.matches, row.points, row.wins, row.mean_score ?? "-", row.elo ?? "-", faults.join(", ")], "td");
      return line;
    }),
  );
  put($("faults"), cup.fault_list.map((fault) => fault.join(" ")), "li");
  $("withheld").textContent = cup.withheld ? `${cup.withheld} withheld until their deals are played out` : "";
  $("matches").replaceChildren(
    ...cup.open.map((match) => {
      const line = document.createElement("li");
      const link = Object.assign(document.createElement("a"), { textContent: match.id });
      link.href = `/match/${match.id}`;
      line.append(link, ` ${match.seats.map(([bot, rank, score]) => `${bot} ${score} (${rank})`).join(", ")}`);
      return line;
    }),
  );
}

async function fetched() {
  show(await (await fetch("/cup.json")).json());
  document.documentElement.dataset.ready = "";
}

new EventSource("/events").addEventListener("cup", (event) => {
  const { version } = JSON.parse(event.data);
  if (version !== known) {
    known = version;
    fetched();
  }
});
