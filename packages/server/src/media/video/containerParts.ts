import { broken } from '@newsstand/contract';
import { FileError } from '../FileError.ts';

/** Describes a video as it is displayed: rotated, and with square pixels. */
export type VideoDescription = {
  readonly format: 'mp4' | 'mov' | 'webm';
  readonly width: number;
  readonly height: number;
  /** Milliseconds; missing if the file does not say, as in some live recordings. */
  readonly duration?: number | undefined;
  readonly hasAudio: boolean;
};

/** A box (MP4) or element (WebM): its type, and the range of its content. */
export type Part = { readonly type: string; readonly start: number; readonly end: number };

/** The header of a part: its own length and that of its content, Infinity if it extends to the end. */
export type PartHead = { readonly type: string; readonly length: number; readonly contentLength: number };

/** The longest header in bytes. */
const maxHeaderLength = 16;
/** Far more than a real video has: only the few levels that matter are read. */
const maxParts = 10_000;

/**
 * Returns a function that lists the parts inside a part, reading only their headers; none inside undefined.
 * Stops at an invalid header, or at a part that would extend past the end.
 */
export function containerParts(file: Blob, readHead: (bytes: DataView) => PartHead | undefined) {
  let seen = 0;
  return async function inside(outer: Part | undefined): Promise<Part[]> {
    const parts: Part[] = [];
    const { start, end } = outer ?? { start: 0, end: 0 };
    for (let at = start; at < end; ) {
      if (++seen > maxParts) throw new FileError(broken('too_many_parts'));
      const head = readHead(await readBytes(file, at, maxHeaderLength));
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

/** A whole file as the outermost part. */
export function wholeFile(file: Blob): Part {
  return { type: 'file', start: 0, end: file.size };
}

/** The first part of a type. */
export function findPart(parts: readonly Part[], type: string): Part | undefined {
  return parts.find((part) => part.type === type);
}

/** Bytes of a file, padded with zeros past its end. */
export async function readBytes(file: Blob, start: number, length: number): Promise<DataView> {
  const bytes = new Uint8Array(length);
  bytes.set(new Uint8Array(await file.slice(start, start + length).arrayBuffer()));
  return new DataView(bytes.buffer);
}
