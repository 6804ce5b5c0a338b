// A form that is filled in on the picture: what it can take up is lit there, and what is in it is ticked.

import { useEffect, useMemo } from "../html.mjs";

export const isWanted = (name) => name.startsWith("for_");

// Whose thing is meant now: one's own, or one of the chosen partner.
export const partnerOf = ({ seats }, { partner }) => (seats.includes(Number(partner)) ? Number(partner) : seats[0]);

export function useComposing(store, drawing, { seat, template }, filled, fill) {
  const things = useMemo(() => findThings(drawing, seat, template), [drawing, seat, template]);
  useEffect(() => {
    const partner = partnerOf(template, filled);
    const isIn = ({ name, owner, place }) =>
      (!isWanted(name) || owner === partner) && place < countOf(template, filled, name);
    const looks = [...things].map(([key, thing]) => [key, isIn(thing) ? "picked" : "lit"]);
    store.composed.set(new Map(looks));
  }, [store, things, filled]);
  useEffect(() => () => store.composed.set(null), [store]);
  useEffect(() => store.onPick(({ key }) => {
    const thing = things.get(key);
    if (!thing) return;
    const isIn = store.composed.get()?.get(key) === "picked";
    fill((before) => take(template, dealWith(template, before, thing), thing, isIn && thing.several));
  }), [store, things]);
}

// By their keys, the things that fields name: {name, owner, place}, where equal ones of an owner have places from 0.
function findThings(drawing, seat, { bounds, sets = {}, seats }) {
  const open = new Set(Object.keys(bounds).filter((name) => bounds[name][1] > 0));
  for (const [name, { of }] of Object.entries(sets)) for (const value of of) open.add(`${name}:${value}`);
  const things = new Map();
  const rows = new Map();
  for (const { key, places = [] } of Object.values(drawing?.nodes ?? {})) {
    const name = places.find((place) => open.has(place));
    const owner = Number(key.split("/")[1]);
    if (!name || (isWanted(name) ? !seats.includes(owner) : owner !== seat)) continue;
    const row = rows.get(`${owner} ${name}`) ?? rows.set(`${owner} ${name}`, []).get(`${owner} ${name}`);
    const thing = { name, owner, place: row.length, several: false };
    row.push(thing);
    if (row.length > 1) row.forEach((one) => { one.several = true; });
    things.set(key, thing);
  }
  return things;
}

function countOf({ bounds }, filled, place) {
  const [name, value] = place.split(":");
  return value === undefined ? Number(filled[name] ?? bounds[name][0]) : filled[name]?.[value] ?? 0;
}

// A thing of another player chooses that player as the partner; what was wanted of somebody else is dropped.
function dealWith(template, filled, { name, owner }) {
  if (!isWanted(name) || !template.bounds.partner || owner === partnerOf(template, filled)) return filled;
  return withPartner(filled, owner);
}

export function withPartner(filled, partner) {
  const kept = Object.entries(filled).filter(([name]) => !isWanted(name));
  return { ...Object.fromEntries(kept), partner: String(partner) };
}

// One more of a thing, or none any more once all are in; one less of those that are drawn singly.
function take({ bounds, sets = {} }, filled, { name: place }, less) {
  const [name, value] = place.split(":");
  const least = value === undefined ? bounds[name][0] : 0;
  const most = value === undefined ? bounds[name][1] : sets[name].of.filter((one) => String(one) === value).length;
  const now = countOf({ bounds }, filled, place);
  const next = less ? now - 1 : now < most ? now + 1 : least;
  return { ...filled, [name]: value === undefined ? next : { ...filled[name], [value]: next } };
}
