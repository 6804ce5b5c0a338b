// The description of a game before it is opened, and of its options.

import { explain, has, say } from "../words.mjs";
import { sayClock } from "./clocks.mjs";
import { readable } from "./moves.mjs";

export const EVERY_GAME = ["pause_on_dispute", "on_resignation", "signed_moves", "clock"];

/** Players, minutes and weight of a ruleset in a line. */
export function sayFacts({ seats, introduction }) {
  const [fewest, most] = [seats[0], seats[seats.length - 1]];
  const players = fewest === most
    ? say("play.about.players.exactly", { n: fewest })
    : say("play.about.players", { fewest, most });
  if (!introduction) return players;
  const [from, to] = introduction.minutes;
  return [players, say("play.about.minutes", { from, to }), say(`play.about.${introduction.weight}`)].join(" · ");
}

export function sayOption(name, rule) {
  const key = `play.option.${name.replaceAll("_", "-")}`;
  return has(key) ? say(key) : readable(rule?.title ?? name);
}

export function sayValue(value) {
  const key = `play.value.${value}`;
  return has(key) ? say(key) : readable(value);
}

/** The preset whose options these are, or undefined; options that every game has do not count. */
export function findPreset(presets, options, schema) {
  const rules = (all) => JSON.stringify(ownOptions(all, schema));
  return presets.find((preset) => rules(preset.options) === rules(options));
}

// The options of the rules that are not as usual, in the order of the schema.
function ownOptions(options, schema) {
  return Object.entries(schema.properties)
    .filter(([name]) => !EVERY_GAME.includes(name))
    .map(([name]) => [name, options[name]])
    .filter(([name, value]) => differs(schema.properties[name], value));
}

function differs(rule, value) {
  if (value === undefined || value === null) return false;
  return JSON.stringify(value) !== JSON.stringify(rule.default ?? (rule.type === "array" ? [] : null));
}

/** What is played with these options: the name of a preset, and each option that is not as usual. */
export function sayOptions(ruleset, options) {
  const preset = findPreset(ruleset.introduction?.presets ?? [], options, ruleset.options);
  const names = preset ? EVERY_GAME : Object.keys(ruleset.options.properties);
  const others = names.filter((name) => isTold(ruleset, name, options));
  return [
    ...(preset ? [preset.title] : []),
    ...others.map((name) => sayChosen(name, ruleset.options.properties[name], options[name])),
  ];
}

// With two seats or fewer a resignation always ends the game, so the option goes without saying.
function isTold(ruleset, name, options) {
  return name !== "on_resignation" && differs(ruleset.options.properties[name], options[name]);
}

function sayChosen(name, rule, value) {
  const label = sayOption(name, rule);
  if (value === true) return label;
  if (name === "clock") return explain(label, sayClock(value));
  const words = value === false ? say("play.value.none") : [value].flat().map(sayValue).join(", ");
  return explain(label, words);
}

/** Who has several of these seats, given by the names of their players: then a game counts for nobody. */
export function findRepeated(names) {
  const known = names.filter(Boolean);
  return known.find((name, place) => known.indexOf(name) < place);
}
