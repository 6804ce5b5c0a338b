// Sounds of a game, made of a few tones: a knock of wood for a step, two bells for my turn, three for the end.

const KNOCK = [[190, 0, 0.07, 0.5, "triangle"], [95, 0, 0.05, 0.4, "sine"]];
const TURN = [[659.3, 0, 0.5, 0.25, "sine"], [880, 0.16, 0.8, 0.25, "sine"]];
const END = [[523.3, 0, 0.9, 0.2, "sine"], [659.3, 0.14, 0.9, 0.2, "sine"], [784, 0.28, 1.4, 0.2, "sine"]];
const SOUNDS = { step: KNOCK, turn: TURN, end: END };
const ATTACK = 0.005; // Seconds.

let context = null;

// Plays a sound by its name. Browsers allow sounds only after a click on the page or a key press.
export async function sound(name) {
  context ??= new AudioContext();
  if (context.state === "suspended" && !navigator.userActivation?.hasBeenActive) return;
  await context.resume();
  const now = context.currentTime;
  for (const [pitch, after, length, volume, shape] of SOUNDS[name]) {
    playTone({ pitch, at: now + after, length, volume, shape });
  }
}

// A tone that is struck and dies away.
function playTone({ pitch, at, length, volume, shape }) {
  const tone = new OscillatorNode(context, { type: shape, frequency: pitch });
  const loudness = new GainNode(context, { gain: 0 });
  loudness.gain.setValueAtTime(0, at);
  loudness.gain.linearRampToValueAtTime(volume, at + ATTACK);
  loudness.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(loudness).connect(context.destination);
  tone.start(at);
  tone.stop(at + length);
}
