// Announces in words and sounds what happens in a game: each new step, the question to me, and the end.

import { useEffect, useRef } from "../html.mjs";
import { announce } from "../parts/announcing.mjs";
import { useWatched } from "../router.mjs";
import { say } from "../words.mjs";
import { ring } from "./ringing.mjs";

const MOST = 5; // After missing more than this, people read the log.

export function useAnnouncements(store) {
  const last = useWatched(store.last);
  const info = useWatched(store.info);
  const choices = useWatched(store.choices);
  const known = useRef({ last: 0, asked: false, status: null }).current;
  const playing = info?.status === "playing";

  useEffect(() => {
    const from = known.last ? Math.max(known.last + 1, last - MOST + 1) : last + 1;
    for (let n = from; n <= last; n += 1) announce(store.step(n)?.words);
    // Steps that are played back sound when they are shown.
    if (known.last && last > known.last && store.staged.get() === null) ring("step");
    known.last = last;
  }, [last]);

  useEffect(() => {
    if (!choices && playing) return; // They are on their way.
    const mine = store.mine();
    const prompts = (choices?.choices ?? []).filter((choice) => mine.includes(choice.seat) && !choice.standing);
    const asked = prompts.length > 0;
    if (asked && !known.asked) {
      announce(say("play.turns.yours"));
      ring("turn");
    }
    for (const prompt of new Set(prompts.map((choice) => choice.prompt))) announce(prompt);
    known.asked = asked;
  }, [choices]);

  useEffect(() => {
    if (known.status === "playing" && !playing) {
      announce(say(`replay.status.${info.status}`));
      ring("end");
    }
    known.status = info?.status;
  }, [info?.status]);
}
