/** Samples a second, and the notes: one after another, in hertz. */
const [rate, notes] = [16_000, [293.66, 369.99, 440, 587.33, 493.88, 440, 369.99, 440]] as const;
const chord = [146.83, 220, 293.66] as const;

/** Plucked strings over a soft chord that comes and goes, as a WAV file of so many seconds. */
export function tune(seconds: number): Uint8Array {
  const sound = new Float32Array(seconds * rate);
  for (const [index, pitch] of notes.entries()) pluck(sound, 0.2 + index * 0.55, pitch);
  const samples = sound.map((level, at) => {
    const seen = at / sound.length;
    const ending = Math.min(1, (1 - seen) * 4);
    return ending * (0.16 * level + 0.03 * Math.sin(Math.PI * seen) * hum(at / rate));
  });
  return wav(samples);
}

/** Adds a note from this second on: quick to come, slow to go, and its overtone goes first. */
function pluck(sound: Float32Array, start: number, pitch: number): void {
  const first = Math.round(start * rate);
  // After this long it can't be heard any more.
  const last = Math.min(sound.length, first + 2.5 * rate);
  for (let at = first; at < last; at++) {
    const since = (at - first) / rate;
    const turn = 2 * Math.PI * pitch * since;
    const wave = Math.sin(turn) + 0.3 * Math.sin(2 * turn) * Math.exp(-4 * since);
    sound[at] = (sound[at] ?? 0) + Math.exp(-2.6 * since) * (1 - Math.exp(-150 * since)) * wave;
  }
}

function hum(second: number): number {
  return chord.reduce((sum, pitch) => sum + Math.sin(2 * Math.PI * pitch * second), 0);
}

/** Sixteen bits a sample, one channel. */
function wav(samples: Float32Array): Uint8Array {
  const file = Buffer.alloc(44 + samples.length * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((sample, index) => {
    file.writeInt16LE(Math.round(sample * 32_767), 44 + index * 2);
  });
  return file;
}
