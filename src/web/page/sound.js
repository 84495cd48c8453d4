// The sounds of the page, made by it: no file is loaded. Each sound is a few short voices, described by numbers in VOICES.
// A voice is a tone or a burst of filtered noise with a quick attack and an exponential end, so nothing clicks or hums.
// Nothing here may fail: a browser without audio, a context that may not start and unknown names are silence.

/**
 * @typedef {import("./types.js").Settings} Settings
 * @typedef {{at: number, hz: number, to?: number, s: number, gain: number, wave?: OscillatorType, noise?: boolean, q?: number}} Voice
 *   `at` and `s`: start and length in seconds; `hz`, and `to` where it glides; `noise`: filtered around `hz` with quality `q`.
 */

export const soundNames = [
  "move",
  "capture",
  "promotion",
  "illegal",
  "win",
  "loss",
  "draw",
  "start",
  "low_time",
];

/** A knock on wood: a short resonance of the body and the noise of the contact.
 * @param {number} at @param {number} hz @param {number} gain @returns {Voice[]} */
const knock = (at, hz, gain) => [
  { at, hz, to: hz * 0.72, s: 0.09, gain, wave: "triangle" },
  { at, hz: hz * 2.76, s: 0.035, gain: gain * 0.35, wave: "sine" },
  { at, hz: hz * 5, s: 0.03, gain: gain * 0.55, noise: true, q: 1.2 },
];

/** Plastic against plastic: higher, drier, with a second bounce.
 * @param {number} at @param {number} gain @returns {Voice[]} */
const clack = (at, gain) => [
  { at, hz: 2300, s: 0.03, gain: gain * 0.9, noise: true, q: 3 },
  { at, hz: 920, to: 760, s: 0.05, gain: gain * 0.5, wave: "triangle" },
  { at, hz: 180, to: 120, s: 0.08, gain: gain * 0.5, wave: "sine" },
];

/** Notes one after another, as of a small marimba.
 * @param {number[]} notes Hz @param {number} step seconds @param {number} gain @param {number} [last] length of the last @returns {Voice[]} */
const melody = (notes, step, gain, last = 0.6) =>
  notes.flatMap((hz, i) => [
    { at: i * step, hz, s: i === notes.length - 1 ? last : 0.28, gain, wave: /** @type {const} */ ("sine") },
    { at: i * step, hz: hz * 3.98, s: 0.07, gain: gain * 0.18, wave: /** @type {const} */ ("sine") },
  ]);

/** @type {Record<string, Voice[]>} */
const VOICES = {
  move: knock(0, 310, 0.5),
  drop: [...clack(0, 0.55), ...clack(0.11, 0.22), ...clack(0.17, 0.1)],
  capture: [...knock(0, 240, 0.5), ...knock(0.055, 390, 0.42)],
  promotion: [...knock(0, 310, 0.4), ...melody([523.25, 783.99], 0.09, 0.22, 0.5)],
  illegal: [
    { at: 0, hz: 150, to: 118, s: 0.14, gain: 0.4, wave: "triangle" },
    { at: 0.1, hz: 128, to: 104, s: 0.16, gain: 0.34, wave: "triangle" },
  ],
  win: melody([392, 523.25, 659.25, 783.99], 0.11, 0.26, 0.9),
  loss: melody([392, 349.23, 293.66, 261.63], 0.15, 0.22, 0.9),
  draw: melody([392, 440, 392], 0.14, 0.22, 0.7),
  start: melody([329.63, 493.88], 0.1, 0.2, 0.4),
  low_time: [0, 0.16, 0.32].map((at) => ({
    at,
    hz: 1046.5,
    s: 0.09,
    gain: 0.16,
    wave: /** @type {const} */ ("sine"),
  })),
};

/** @param {AudioContext} context @returns {AudioBuffer} a second of white noise */
function noiseOf(context) {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

/** @param {AudioContext} context @param {Voice} voice @param {number} start @param {AudioBuffer} noise @returns {AudioScheduledSourceNode} */
function source(context, voice, start, noise) {
  if (voice.noise) {
    const node = context.createBufferSource();
    node.buffer = noise;
    node.loop = true;
    return node;
  }
  const node = context.createOscillator();
  node.type = voice.wave ?? "sine";
  node.frequency.setValueAtTime(voice.hz, start);
  if (voice.to) node.frequency.exponentialRampToValueAtTime(voice.to, start + voice.s);
  return node;
}

/** @param {AudioContext} context @param {Voice} voice @param {AudioNode} out @param {AudioBuffer} noise */
function play(context, voice, out, noise) {
  const start = context.currentTime + 0.01 + voice.at;
  const envelope = context.createGain();
  envelope.gain.setValueAtTime(0.0001, start);
  envelope.gain.exponentialRampToValueAtTime(voice.gain, start + 0.004);
  envelope.gain.exponentialRampToValueAtTime(0.0001, start + voice.s);
  const node = source(context, voice, start, noise);
  if (voice.noise) {
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = voice.hz;
    filter.Q.value = voice.q ?? 1;
    node.connect(filter).connect(envelope);
  } else {
    node.connect(envelope);
  }
  envelope.connect(out);
  node.start(start);
  node.stop(start + voice.s + 0.02);
}

/**
 * What plays a sound by its name. Settings: `sound` (false: silence), `volume` (0 to 1) and one switch for each name
 * (`sound.move`, …); all on where nothing is remembered. `drop` is the move of a falling disc and obeys `sound.move`.
 * @param {Settings} settings
 * @returns {(name: string) => void}
 */
export function createSound(settings) {
  /** @type {{context: AudioContext, master: GainNode, noise: AudioBuffer} | null} */
  let audio = null;

  const begin = () => {
    if (audio || typeof AudioContext === "undefined") return;
    try {
      const context = new AudioContext();
      const master = context.createGain();
      master.connect(context.destination);
      audio = { context, master, noise: noiseOf(context) };
    } catch {
      audio = null;
    }
  };
  // Browsers let a page sound only after a gesture.
  for (const gesture of ["pointerdown", "keydown"])
    addEventListener(gesture, begin, { once: true, capture: true });

  return (name) => {
    const voices = VOICES[name];
    if (!audio || !voices || settings.get("sound") === false) return;
    if (settings.get(`sound.${name === "drop" ? "move" : name}`) === false) return;
    const volume = Number(settings.get("volume") ?? 0.7);
    const { context, master, noise } = audio;
    context.resume().catch(() => {});
    master.gain.value = Number.isFinite(volume) ? Math.min(Math.max(volume, 0), 1) : 0.7;
    for (const voice of voices) play(context, voice, master, noise);
  };
}
