// Sounds of wood, made of noise, and a tremor in the hand; each has a switch.

import { settings } from "../memory/settings.js";

// For each noise the knocks it is made of: seconds from now, pitch (Hz), loudness, seconds it lasts.
const KNOCKS = {
  knock: [[0, 900, 0.5, 0.06]],
  dice: [[0, 2400, 0.3, 0.03], [0.13, 2000, 0.35, 0.03], [0.29, 2600, 0.25, 0.03], [0.42, 1800, 0.4, 0.04]],
  refused: [[0, 200, 0.3, 0.05], [0.08, 180, 0.25, 0.05]],
  pass: [[0, 600, 0.4, 0.08], [0.16, 450, 0.4, 0.1]],
  win: [...[520, 660, 780, 1040].map((pitch, place) => [place * 0.12, pitch, 0.6, 0.14])],
  lid: [...Array.from({ length: 6 }, (_, place) => [place * 0.06, 900, 0.35, 0.05]), [0.75, 220, 1, 0.25]],
};
let speaker = null;

export function noise(name) {
  if (settings.buzz && name === "lid" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(12);
  if (!settings.sound || !globalThis.AudioContext) return;
  speaker ??= new AudioContext();
  for (const knock of KNOCKS[name]) strike(...knock);
}

function strike(after, pitch, loudness, lasts) {
  const begin = speaker.currentTime + after;
  const buffer = speaker.createBuffer(1, Math.ceil(lasts * speaker.sampleRate), speaker.sampleRate);
  buffer.getChannelData(0).forEach((_, place, samples) => {
    samples[place] = 2 * Math.random() - 1;
  });
  const source = new AudioBufferSourceNode(speaker, { buffer });
  const wood = new BiquadFilterNode(speaker, { type: "bandpass", frequency: pitch, Q: 3 });
  const volume = new GainNode(speaker, { gain: 0 });
  volume.gain.setValueAtTime(loudness, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + lasts);
  source.connect(wood).connect(volume).connect(speaker.destination);
  source.start(begin);
}
