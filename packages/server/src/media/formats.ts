/** A file format: its extension in names, and its media type in HTTP. */
export type Format = {
  readonly ext: string;
  readonly mimetype: string;
  readonly type: 'image' | 'video';
};

/** The supported formats. */
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

/** The format of an original, by its name. */
export function findFormat(name: string): Format | undefined {
  const ext = name.slice(name.lastIndexOf('.') + 1);
  return formats.find((each) => each.ext === ext);
}

type Ext = (typeof formats)[number]['ext'];

/** How many bytes `sniffFormat` needs. */
export const sniffedBytes = 64 * 1024;

/** Detects the format from the first bytes of a file; undefined if it is not supported. */
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
  // The DocType element (0x4282) of the EBML header, four bytes long.
  if (at(0, 4) === '\x1aE\xdf\xa3') return at(4, 64).includes('\x42\x82\x84webm') ? 'webm' : undefined;
  return undefined;
}

function boxLength(head: Uint8Array): number {
  return new DataView(head.buffer, head.byteOffset).getUint32(0);
}

const videoBrands = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |dash|3gp[4-9]|mmp4|MSNV|f4v )$/;

/** By the major brand of an ISO media file, and those it is compatible with. */
function sniffBrands(major: string, compatible: string): Ext | undefined {
  const brands = [major, ...(compatible.match(/[\s\S]{4}/g) ?? [])];
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  if (major === 'qt  ') return 'mov';
  return videoBrands.test(major) ? 'mp4' : undefined;
}

/** Whether the first element after the prolog is `svg`. */
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

/** The end of the declaration or comment that starts here; undefined if there is none. */
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
