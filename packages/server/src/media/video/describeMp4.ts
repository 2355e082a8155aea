import {
  containerParts,
  findPart,
  type Part,
  type PartHead,
  readBytes,
  type VideoDescription,
  wholeFile,
} from './containerParts.ts';

/** Describes an MP4 or MOV file (ISO 14496-12). Width and height are 0 if it has no video track. */
export async function describeMp4(file: Blob): Promise<Omit<VideoDescription, 'format'>> {
  const inside = containerParts(file, readBoxHead);
  const movie = await inside(findPart(await inside(wholeFile(file)), 'moov'));
  let [width, height, hasAudio] = [0, 0, false];
  for (const box of movie.filter(({ type }) => type === 'trak')) {
    const track = await inside(box);
    const kind = await readKind(file, await inside(findPart(track, 'mdia')));
    if (kind === 'soun') hasAudio = true;
    if (kind === 'vide' && width === 0) [width, height] = await readSize(file, track);
  }
  return { width, height, duration: await readDuration(file, movie), hasAudio };
}

function readBoxHead(bytes: DataView): PartHead | undefined {
  const type = textAt(bytes, 4);
  const size = bytes.getUint32(0);
  if (size === 0) return { type, length: 8, contentLength: Infinity };
  const [length, whole] = size === 1 ? [16, Number(bytes.getBigUint64(8))] : [8, size];
  return whole < length ? undefined : { type, length, contentLength: whole - length };
}

/** The handler type of a track: `vide`, `soun` or another. */
async function readKind(file: Blob, media: readonly Part[]): Promise<string> {
  const handler = findPart(media, 'hdlr');
  return handler === undefined ? '' : textAt(await readBytes(file, handler.start, 12), 8);
}

/** The display size of a track, after rotation. */
async function readSize(file: Blob, track: readonly Part[]): Promise<[width: number, height: number]> {
  const header = findPart(track, 'tkhd');
  if (header === undefined) return [0, 0];
  const bytes = await readBytes(file, header.start, 96);
  // In version 1 the three times before the matrix have 8 bytes instead of 4.
  const matrix = bytes.getUint8(0) === 1 ? 52 : 40;
  // Fixed-point numbers with 16 fractional bits.
  const width = Math.round(bytes.getUint32(matrix + 36) / 65_536);
  const height = Math.round(bytes.getUint32(matrix + 40) / 65_536);
  // In a quarter turn, x depends only on y and y only on x.
  const isTurned = bytes.getInt32(matrix) === 0 && bytes.getInt32(matrix + 16) === 0;
  return isTurned ? [height, width] : [width, height];
}

async function readDuration(file: Blob, movie: readonly Part[]): Promise<number | undefined> {
  const header = findPart(movie, 'mvhd');
  if (header === undefined) return undefined;
  const bytes = await readBytes(file, header.start, 32);
  const isLong = bytes.getUint8(0) === 1;
  const unitsPerSecond = bytes.getUint32(isLong ? 20 : 12);
  const units = isLong ? Number(bytes.getBigUint64(24)) : bytes.getUint32(16);
  // All ones mean that the duration is unknown.
  const isKnown = units > 0 && units < (isLong ? 2 ** 63 : 2 ** 32 - 1) && unitsPerSecond > 0;
  return isKnown ? Math.round((units / unitsPerSecond) * 1000) : undefined;
}

function textAt(bytes: DataView, start: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => bytes.getUint8(start + index)));
}
