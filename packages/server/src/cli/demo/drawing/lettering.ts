/** Letters as strokes of a pen, a hundred high: how wide, and the way of the pen. Fonts differ between machines. */
const letters: Readonly<Record<string, readonly [width: number, path: string]>> = {
  A: [80, 'M0 100 40 0 80 100M15 64H65'],
  B: [62, 'M0 48H36a24 24 0 0 0 0-48H0V100H36a26 26 0 0 0 0-52'],
  C: [86, 'M85 15A50 50 0 1 0 85 85'],
  D: [80, 'M0 0H30a50 50 0 0 1 0 100H0Z'],
  E: [58, 'M58 0H0V100H58M0 49H50'],
  F: [56, 'M56 0H0V100M0 50H48'],
  G: [98, 'M85 15A50 50 0 1 0 98 54H60'],
  H: [72, 'M0 0V100M72 0V100M0 50H72'],
  I: [0, 'M0 0V100'],
  K: [66, 'M0 0V100M62 0 0 62M22 42 66 100'],
  L: [52, 'M0 0V100H52'],
  M: [96, 'M0 100V0L48 68 96 0V100'],
  N: [74, 'M0 100V0L74 100V0'],
  O: [100, 'M50 0a50 50 0 1 0 .1 0Z'],
  P: [60, 'M0 100V0H34a27 27 0 0 1 0 54H0'],
  R: [64, 'M0 100V0H34a27 27 0 0 1 0 54H0M34 54 64 100'],
  S: [60, 'M56 17C48-6 4-6 4 26C4 58 60 40 60 74C60 108 8 108 0 80'],
  T: [72, 'M0 0H72M36 0V100'],
  U: [72, 'M0 0V64a36 36 0 0 0 72 0V0'],
  V: [80, 'M0 0 40 100 80 0'],
  W: [120, 'M0 0 32 100 60 10 88 100 120 0'],
  X: [74, 'M0 0 74 100M74 0 0 100'],
  Y: [76, 'M0 0 38 52 76 0M38 52V100'],
  '0': [66, 'M33 0C-11 0-11 100 33 100S77 0 33 0Z'],
  '2': [62, 'M2 28C2-10 60-8 60 28C60 56 0 78 0 100H62'],
  '5': [60, 'M56 0H8L4 44C30 28 60 40 60 68C60 106 10 108 0 82'],
  ' ': [30, ''],
  '%': [96, 'M90 0 6 100M20 4a19 19 0 1 0 .1 0ZM76 58a19 19 0 1 0 .1 0Z'],
};

/** How words are written. `x` is their left end or their middle, `y` their top. */
export type Hand = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour: string;
  readonly weight?: number;
  readonly gap?: number;
  readonly isCentred?: boolean;
};

/** Writes capital letters. Throws where there is one that the pen does not know. */
export function lettering(text: string, hand: Hand): string {
  const { x, y, size, colour, weight = 12, gap = 26, isCentred = false } = hand;
  let end = 0;
  const strokes = [...text].map((letter) => {
    const [width, path] = letters[letter] ?? unknown(letter);
    const written = `<path transform="translate(${end} 0)" d="${path}"/>`;
    end += width + gap;
    return path === '' ? '' : written;
  });
  const scale = size / 100;
  const left = Math.round(isCentred ? x - ((end - gap) * scale) / 2 : x);
  const pen = `fill="none" stroke="${colour}" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round"`;
  return `<g transform="translate(${left} ${y}) scale(${scale})" ${pen}>${strokes.join('')}</g>`;
}

function unknown(letter: string): never {
  throw new Error(`no strokes are known for '${letter}'; add them to the letters`);
}
