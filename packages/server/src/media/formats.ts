import type { Original } from './Originals.ts';

/** What a format is called, in a name and in HTTP. */
export type Format = Pick<Original, 'ext' | 'mimetype' | 'type'>;

/** The formats that are taken. */
export const formats = [
  { ext: 'jpg', mimetype: 'image/jpeg', type: 'image' },
  { ext: 'png', mimetype: 'image/png', type: 'image' },
  { ext: 'gif', mimetype: 'image/gif', type: 'image' },
  { ext: 'webp', mimetype: 'image/webp', type: 'image' },
  { ext: 'avif', mimetype: 'image/avif', type: 'image' },
  { ext: 'svg', mimetype: 'image/svg+xml', type: 'image' },
  { ext: 'mp4', mimetype: 'video/mp4', type: 'video' },
  { ext: 'mov', mimetype: 'video/quicktime', type: 'video' },
  { ext: 'webm', mimetype: 'video/webm', type: 'video' },
] as const satisfies readonly Format[];

/** The format that the name of an original says. */
export function findFormat(name: string): Format | undefined {
  const ext = name.slice(name.lastIndexOf('.') + 1);
  return formats.find((each) => each.ext === ext);
}

type Ext = (typeof formats)[number]['ext'];

/** How many bytes of the beginning `sniffFormat` wants to see. */
export const sniffedBytes = 64 * 1024;

/** The format that the first bytes of a file show; undefined where it is none that is taken. */
export function sniffFormat(head: Uint8Array): Format | undefined {
  const ext = sniffBinary(head) ?? (isSvg(head) ? 'svg' : undefined);
  return formats.find((format) => format.ext === ext);
}

function sniffBinary(head: Uint8Array): Ext | undefined {
  const at = (from: number, length: number) =>
    Buffer.from(head.subarray(from, from + length)).toString('latin1');
  if (at(0, 3) === '\xff\xd8\xff') return 'jpg';
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (at(0, 6) === 'GIF87a' || at(0, 6) === 'GIF89a') return 'gif';
  if (at(0, 4) === 'RIFF' && at(8, 4) === 'WEBP') return 'webp';
  if (at(4, 4) === 'ftyp') return sniffBrands(at(8, 4), at(16, Math.min(boxLength(head), 256) - 16));
  // The document type of Matroska's header: element 0x4282, four bytes long.
  if (at(0, 4) === '\x1aE\xdf\xa3') return at(4, 64).includes('\x42\x82\x84webm') ? 'webm' : undefined;
  return undefined;
}

function boxLength(head: Uint8Array): number {
  return new DataView(head.buffer, head.byteOffset).getUint32(0);
}

const videoBrands = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |dash|3gp[4-9]|mmp4|MSNV|f4v )$/;

/** The brands of an ISO media file: what it is, and what it may be read as. */
function sniffBrands(major: string, compatible: string): Ext | undefined {
  const brands = [major, ...(compatible.match(/[\s\S]{4}/g) ?? [])];
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  if (major === 'qt  ') return 'mov';
  return videoBrands.test(major) ? 'mp4' : undefined;
}

/** Whether the first element is `svg`, after declarations and comments. */
function isSvg(head: Uint8Array): boolean {
  const text = new TextDecoder().decode(head);
  const blank = /\s*/y;
  for (let position = 0; ; ) {
    blank.lastIndex = position;
    blank.test(text);
    position = blank.lastIndex;
    const end = prologEnd(text, position);
    if (end === undefined) return /^<(\w+:)?svg[\s/>]/.test(text.slice(position, position + 64));
    position = end;
  }
}

/** Where the declaration or comment that begins here ends; undefined where there is none. */
function prologEnd(text: string, start: number): number | undefined {
  const pairs = [
    ['<?', '?>'],
    ['<!--', '-->'],
    ['<!DOCTYPE', text.slice(start).match(/^<!DOCTYPE\s+[^[>]*\[/) ? ']>' : '>'],
  ] as const;
  for (const [open, close] of pairs) {
    if (!text.startsWith(open, start)) continue;
    const end = text.indexOf(close, start + open.length);
    return end === -1 ? undefined : end + close.length;
  }
  return undefined;
}
