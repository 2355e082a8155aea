import {
  containerParts,
  findPart,
  type Part,
  type PartHead,
  readBytes,
  type VideoDescription,
  wholeFile,
} from './containerParts.ts';

/** The IDs of the Matroska elements that matter here (RFC 9559). */
const ids = {
  segment: '18538067',
  info: '1549a966',
  timestampScale: '2ad7b1',
  duration: '4489',
  tracks: '1654ae6b',
  track: 'ae',
  trackType: '83',
  video: 'e0',
  pixelWidth: 'b0',
  pixelHeight: 'ba',
  displayWidth: '54b0',
  displayHeight: '54ba',
  displayUnit: '54b2',
} as const;

/** Describes a WebM file. Width and height are 0 if it has no video track. */
export async function describeWebm(file: Blob): Promise<Omit<VideoDescription, 'format'>> {
  const inside = containerParts(file, readElementHead);
  const segment = await inside(findPart(await inside(wholeFile(file)), ids.segment));
  const tracks = await inside(findPart(segment, ids.tracks));
  let [width, height, hasAudio] = [0, 0, false];
  for (const entry of tracks.filter(({ type }) => type === ids.track)) {
    const track = await inside(entry);
    const kind = await readNumber(file, track, ids.trackType);
    if (kind === 2) hasAudio = true;
    if (kind === 1 && width === 0) {
      [width, height] = await readSize(file, await inside(findPart(track, ids.video)));
    }
  }
  const duration = await readDuration(file, await inside(findPart(segment, ids.info)));
  return { width, height, duration, hasAudio };
}

/** An element's header: its ID and its size, whose lengths follow from the leading zero bits of their first bytes. */
function readElementHead(bytes: DataView): PartHead | undefined {
  const idLength = Math.clz32(bytes.getUint8(0)) - 23;
  if (idLength > 4) return undefined;
  const sizeLength = Math.clz32(bytes.getUint8(idLength)) - 23;
  if (sizeLength > 8) return undefined;
  const type = Buffer.from(bytes.buffer, 0, idLength).toString('hex');
  const marked = wholeNumber(bytes, idLength, sizeLength);
  const contentLength = Number(BigInt.asUintN(7 * sizeLength, marked));
  // All ones mean an unknown size: the element extends to the end.
  const isOpen = contentLength === Number(BigInt.asUintN(7 * sizeLength, -1n));
  return { type, length: idLength + sizeLength, contentLength: isOpen ? Infinity : contentLength };
}

function wholeNumber(bytes: DataView, start: number, length: number): bigint {
  return BigInt(`0x0${Buffer.from(bytes.buffer, start, length).toString('hex')}`);
}

async function readNumber(file: Blob, among: readonly Part[], id: string): Promise<number | undefined> {
  const element = findPart(among, id);
  if (element === undefined) return undefined;
  const length = Math.min(element.end - element.start, 8);
  const bytes = await readBytes(file, element.start, length);
  if (id !== ids.duration) return Number(wholeNumber(bytes, 0, length));
  return length === 8 ? bytes.getFloat64(0) : length === 4 ? bytes.getFloat32(0) : undefined;
}

/** The display size of a track; the size of its frames if the former is not in pixels. */
async function readSize(file: Blob, video: readonly Part[]): Promise<[width: number, height: number]> {
  const isInPixels = ((await readNumber(file, video, ids.displayUnit)) ?? 0) === 0;
  const readSide = async (display: string, pixels: string) =>
    (isInPixels ? await readNumber(file, video, display) : undefined) ??
    (await readNumber(file, video, pixels)) ??
    0;
  const width = await readSide(ids.displayWidth, ids.pixelWidth);
  return [width, await readSide(ids.displayHeight, ids.pixelHeight)];
}

async function readDuration(file: Blob, info: readonly Part[]): Promise<number | undefined> {
  const ticks = await readNumber(file, info, ids.duration);
  const nanoseconds = (await readNumber(file, info, ids.timestampScale)) ?? 1_000_000;
  const milliseconds = Math.round(((ticks ?? 0) * nanoseconds) / 1_000_000);
  return milliseconds > 0 && Number.isSafeInteger(milliseconds) ? milliseconds : undefined;
}
