// The words of the page, from one catalogue a language. A text is found by its key; {name} stands for a value, and a
// text that depends on a number `n` is an object of plural forms: {"one": "{n} step", "other": "{n} steps"}.

import { keep, observable, recall } from "./kept.mjs";

// Each language with a catalogue, by its code: its own name for itself, as served with the page.
export const LANGUAGES = JSON.parse(document.documentElement.dataset.languages);

// The language that a preference of the browser means: itself, or the one of which it is a region.
function find(wish) {
  const names = [wish.toLowerCase(), wish.split("-")[0].toLowerCase()];
  return names.map((name) => Object.keys(LANGUAGES).find((code) => code.toLowerCase() === name)).find(Boolean);
}

let catalogue = {};
let plural = new Intl.PluralRules("en");
let elision = null;
export const language = observable("en");

function preferred() {
  const chosen = recall("language");
  if (chosen in LANGUAGES) return chosen;
  return (navigator.languages ?? []).map(find).find(Boolean) ?? "en";
}

export async function loadWords(name = preferred()) {
  const answer = await fetch(new URL(`./words/${name}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`no words: ${answer.status}`);
  catalogue = await answer.json();
  plural = new Intl.PluralRules(name);
  elision = readElision();
  document.documentElement.lang = name;
  language.set(name);
}

// Which words of the language lose their last letter, and how the values begin before which they do; null if none do.
function readElision() {
  const words = catalogue["elision.words"];
  if (!words) return null;
  const joint = new RegExp(`(?<!\\p{L})(${words.replaceAll(" ", "|")}) \\{(\\w+)\\}`, "giu");
  return { joint, before: new RegExp(`^(?:${catalogue["elision.before"]})`, "iu") };
}

export async function chooseLanguage(name) {
  keep("language", name);
  await loadWords(name);
}

export function has(key) {
  return key in catalogue;
}

// Elides the words before those values that this language elides them before: "de {name}" becomes "d’Anna".
function elide(text, values) {
  return text.replace(elision.joint, (whole, word, name) => {
    return elision.before.test(String(values[name] ?? "")) ? `${word.slice(0, -1)}’{${name}}` : whole;
  });
}

export function say(key, values = {}) {
  let text = catalogue[key];
  if (text === undefined) return key;
  if (typeof text === "object") text = text[plural.select(values.n)] ?? text.other;
  if (elision) text = elide(text, values);
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

// A thing with what is said of it, as this language joins the two.
export function explain(what, words) {
  return say("frame.explained", { what, words });
}

const numbers = new Map();

// Formats are costly to make; a slider says numbers many times a second, and a log says hundreds of times.
export function sayNumber(number, options) {
  const key = `${language.get()} ${options ? JSON.stringify(options) : ""}`;
  if (!numbers.has(key)) numbers.set(key, new Intl.NumberFormat(language.get(), options));
  return numbers.get(key).format(number);
}

const times = new Map();

export function sayTime(time) {
  const key = language.get();
  if (!times.has(key)) times.set(key, new Intl.DateTimeFormat(key, { dateStyle: "medium", timeStyle: "short" }));
  return times.get(key).format(new Date(time));
}

const ages = new Map();
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

// How long ago something was, or with `style: "short"` that in few letters.
export function sayAgo(time, { style = "long" } = {}) {
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS[3];
  const key = `${language.get()} ${style}`;
  if (!ages.has(key)) ages.set(key, new Intl.RelativeTimeFormat(language.get(), { numeric: "auto", style }));
  return ages.get(key).format(Math.round(seconds / size), unit);
}
