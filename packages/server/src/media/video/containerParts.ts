import { VideoError } from './VideoError.ts';

/** One part of a container: what it is, and where its content lies. */
export type Part = { readonly type: string; readonly start: number; readonly end: number };

/** What the head of a part says: its own length and that of its content, Infinity where it goes on to the end. */
export type PartHead = { readonly type: string; readonly length: number; readonly contentLength: number };

/** No head of a part is longer. */
const longestHead = 16;
/** Far more than a video needs; what is below the parts that matter is never looked at. */
const mostParts = 10_000;

/**
 * Finds the parts inside a part of a container, reading nothing but their heads; none inside of nothing.
 * Ends where a head makes no sense, or its part would go past the end.
 */
export function containerParts(file: Blob, readHead: (bytes: DataView) => PartHead | undefined) {
  let seen = 0;
  return async function inside(outer: Part | undefined): Promise<Part[]> {
    const parts: Part[] = [];
    const { start, end } = outer ?? { start: 0, end: 0 };
    for (let at = start; at < end; ) {
      if (++seen > mostParts) throw new VideoError('is made of too many parts to look through');
      const head = readHead(await readBytes(file, at, longestHead));
      if (head === undefined) break;
      const content = at + head.length;
      const next = head.contentLength === Infinity ? end : content + head.contentLength;
      if (next > end) break;
      parts.push({ type: head.type, start: content, end: next });
      at = next;
    }
    return parts;
  };
}

/** A file as the part that all others are inside of. */
export function wholeFile(file: Blob): Part {
  return { type: 'file', start: 0, end: file.size };
}

/** The first part of a type. */
export function findPart(parts: readonly Part[], type: string): Part | undefined {
  return parts.find((part) => part.type === type);
}

/** Bytes of a file; zeros where it has ended. */
export async function readBytes(file: Blob, start: number, length: number): Promise<DataView> {
  const bytes = new Uint8Array(length);
  bytes.set(new Uint8Array(await file.slice(start, start + length).arrayBuffer()));
  return new DataView(bytes.buffer);
}
