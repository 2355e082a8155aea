import { ParseError } from '../../Importer.ts';

/** A file in an archive. Its content must be read before the next one is asked for, or is skipped. */
export type TarEntry = {
  /** A path within the archive, without `..`. */
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array>;
};

const blockBytes = 512;
/** Longer than any path. */
const maxHeaderBytes = 64 * 1024;
const cutOff = 'the archive ends unexpectedly: it was cut off';

/**
 * Streams the files of a tar archive: ustar, with the long names of POSIX (pax) and GNU. Folders, links and devices are
 * skipped. A path that leads out of the archive is refused.
 */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = createReader(chunks);
  /** What headers before a file say about it. */
  let own: { path?: string; size?: number } = {};
  for (;;) {
    const header = await reader.take(blockBytes);
    // The rest is read, too, because what is compressed has its checksum at the end.
    if (header.every((byte) => byte === 0)) return reader.drain();
    checkHeader(header);
    const type = String.fromCharCode(header[156] ?? 0);
    const size = own.size ?? numberIn(header, 124, 12);
    const padding = (blockBytes - (size % blockBytes)) % blockBytes;
    if (type === 'x' || type === 'L') {
      if (size > maxHeaderBytes) throw new ParseError(1, 'the archive has a path that is too long');
      const text = new TextDecoder().decode(await reader.take(size));
      own = { ...own, ...(type === 'x' ? paxIn(text) : { path: text.replace(/\0.*$/s, '') }) };
    } else {
      const path = own.path ?? pathIn(header);
      own = {};
      const content = reader.content(size);
      const isFile = type === '0' || type === '\0' || type === '7';
      if (isFile && !path.endsWith('/')) yield { path: safe(path), content };
      for await (const _ of content);
    }
    await reader.take(padding);
  }
}

/** Bytes in pieces of the wanted size. */
function createReader(chunks: AsyncIterable<Uint8Array>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();

  /** At most so many bytes, but at least one. */
  async function some(most: number): Promise<Uint8Array> {
    while (rest.length === 0) {
      const { done, value } = await iterator.next();
      if (done) throw new ParseError(1, cutOff);
      rest = value;
    }
    const piece = rest.subarray(0, most);
    rest = rest.subarray(piece.length);
    return piece;
  }

  return {
    async drain(): Promise<void> {
      while (!(await iterator.next()).done);
    },
    async take(size: number): Promise<Uint8Array> {
      const bytes = new Uint8Array(size);
      for (let at = 0; at < size; ) {
        const piece = await some(size - at);
        bytes.set(piece, at);
        at += piece.length;
      }
      return bytes;
    },
    /** The next bytes. Iterating again goes on where it stopped. */
    content(size: number): AsyncIterable<Uint8Array> {
      let left = size;
      return {
        async *[Symbol.asyncIterator]() {
          while (left > 0) {
            const piece = await some(left);
            left -= piece.length;
            yield piece;
          }
        },
      };
    },
  };
}

function checkHeader(header: Uint8Array): void {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (sum !== numberIn(header, 148, 8))
    throw new ParseError(1, 'this is not a tar archive, or it is damaged');
}

function numberIn(header: Uint8Array, start: number, length: number): number {
  const bytes = header.subarray(start, start + length);
  // Numbers that are too large for octal digits are binary.
  if (((bytes[0] ?? 0) & 0x80) !== 0) {
    const value = bytes.slice(1).reduce((total, byte) => total * 256 + byte, 0);
    if (Number.isSafeInteger(value)) return value;
  }
  const digits = textIn(header, start, length).trim();
  if (!/^[0-7]{0,14}$/.test(digits)) throw new ParseError(1, 'this is not a tar archive, or it is damaged');
  return digits === '' ? 0 : Number.parseInt(digits, 8);
}

function textIn(header: Uint8Array, start: number, length: number): string {
  const bytes = header.subarray(start, start + length);
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end === -1 ? bytes : bytes.subarray(0, end));
}

function pathIn(header: Uint8Array): string {
  const isUstar = textIn(header, 257, 5) === 'ustar';
  const prefix = isUstar && header[262] === 0 ? textIn(header, 345, 155) : '';
  const name = textIn(header, 0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Records of the form `<length> <key>=<value>\n`. The length counts bytes, but values hold no line breaks. */
function paxIn(text: string): { path?: string; size?: number } {
  const [, path] = /^\d+ path=(.*)$/m.exec(text) ?? [];
  const [, size] = /^\d+ size=(\d{1,15})$/m.exec(text) ?? [];
  return { ...(path !== undefined && { path }), ...(size !== undefined && { size: Number(size) }) };
}

function safe(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.length === 0 || /[\\\0]/.test(path) || path.startsWith('/') || segments.includes('..'))
    throw new ParseError(
      1,
      `the archive has a path that leads out of it: ${JSON.stringify(path.slice(0, 100))}`,
    );
  return segments.join('/');
}
