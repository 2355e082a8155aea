import type { Pixels } from '../Pixels.ts';

/** Changes the brightness of pixels at random by up to half the amount. The same seed gives the same result. */
export function addNoise(pixels: Pixels, amount: number, seed: number): Pixels {
  const { channels } = pixels;
  const half = Math.trunc(amount / 2);
  const random = randomFrom(seed);
  const data = new Uint8ClampedArray(pixels.data);
  for (let at = 0; at < data.length; at += channels) {
    const change = Math.trunc(random() * amount) - half;
    for (let channel = at; channel < at + 3; channel++) data[channel] = (data[channel] ?? 0) + change;
  }
  return { ...pixels, data: new Uint8Array(data.buffer) };
}

/** Pseudo-random numbers in [0, 1): a hashed counter. */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let bits = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
    return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
  };
}
