// What every page needs: its data, and builders that set text only ever as text.

const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

function put(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== ""));
  return node;
}
const el = (name, attributes, ...children) => put(document.createElement(name), attributes, children);
const svg = (name, attributes, ...children) => put(document.createElementNS(SVG, name), attributes, children);
const bold = (text) => el("b", {}, `${text}`);
const plural = (n, noun) => `${noun}${n === 1 ? "" : "s"}`;
const count = (n, noun) => `${n} ${plural(n, noun)}`;
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function switchTheme() {
  const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "light" : "dark";
}
