/** A box of an MP4 file: its length, type and content. */
export function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const inside = Buffer.concat(content);
  return Buffer.concat([words(inside.length + 8), Buffer.from(type, 'latin1'), inside]);
}

/** 32-bit big-endian numbers. */
export function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number >>> 0, index * 4);
  return bytes;
}

export const fileType = box('ftyp', Buffer.from('isom'), words(512), Buffer.from('mp41'));

const one = 65_536;
/** Rotation matrices: none, and 90° either way. */
export const turns = {
  none: [one, 0, 0, 0, one, 0, 0, 0, 2 ** 30],
  right: [0, one, 0, -one, 0, 0, 0, 0, 2 ** 30],
  left: [0, -one, 0, one, 0, 0, 0, 0, 2 ** 30],
  around: [-one, 0, 0, 0, -one, 0, 0, 0, 2 ** 30],
} as const;

/** A track of an MP4 file, of a kind such as `vide`. */
export function track(
  kind: string,
  size: readonly [number, number],
  turn: keyof typeof turns = 'none',
): Buffer {
  const places = [0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
  const header = box('tkhd', words(...places, ...turns[turn], size[0] * one, size[1] * one));
  return box('trak', header, box('mdia', box('hdlr', words(0, 0), Buffer.from(kind), words(0, 0, 0))));
}

/** A movie header, with times in milliseconds. */
export function movieHeader(duration: number): Buffer {
  return box('mvhd', words(0, 0, 0, 1000, duration), Buffer.alloc(80));
}

/** A small MP4 file with headers but no frames. */
export const smallMp4 = Buffer.concat([
  fileType,
  box('mdat', Buffer.alloc(100)),
  box('moov', movieHeader(2500), track('soun', [0, 0]), track('vide', [320, 180])),
]);

/** An element of a WebM file, with its length in eight bytes. */
export function element(id: string, ...content: readonly Uint8Array[]): Buffer {
  const inside = Buffer.concat(content);
  const head = Buffer.from(`${id}0100000000000000`, 'hex');
  head.writeUInt32BE(inside.length, head.length - 4);
  return Buffer.concat([head, inside]);
}

/** An element of unknown length, which extends to the end. */
export function openElement(id: string, ...content: readonly Uint8Array[]): Buffer {
  return Buffer.concat([Buffer.from(`${id}01ffffffffffffff`, 'hex'), ...content]);
}

export function float64(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(number);
  return bytes;
}

export const ebmlHead = Buffer.from('1a45dfa3804282847765626d', 'hex');
