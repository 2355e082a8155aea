import { limits } from '@newsstand/contract';

/** Replaces a line whose file cannot be imported; `use` is called with the reason. */
export type Fallback = { readonly text: string; readonly use: (why: string) => void };

/** A line of text with its number from 1, or what is wrong with it. `folder`: where its file is, if not with its source. */
export type TextLine =
  | {
      readonly number: number;
      readonly text: string;
      readonly fallback?: Fallback | undefined;
      readonly folder?: string | undefined;
    }
  | { readonly number: number; readonly fault: string };

/** The lines that ended in a chunk, and how many bytes that chunk had. */
export type LineBatch = { readonly bytes: number; readonly lines: readonly TextLine[] };

/** Splits UTF-8 into lines; blank ones are skipped but counted. Keeps at most one line and one chunk in memory. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maxLineBytes: number = limits.importLineBytes,
): AsyncGenerator<LineBatch> {
  const builder = new LineBuilder(maxLineBytes);
  for await (const chunk of chunks) {
    const lines: TextLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      builder.append(chunk.subarray(start, end));
      lines.push(...builder.take());
      start = end + 1;
    }
    builder.append(chunk.slice(start));
    yield { bytes: chunk.length, lines };
  }
  yield { bytes: 0, lines: builder.take() };
}

/** Assembles lines from pieces. */
class LineBuilder {
  readonly #maxLineBytes: number;
  /** A byte order mark is dropped at the start of any line, because files may have been concatenated. */
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #pieces: Uint8Array[] = [];
  #size = 0;
  #number = 0;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  append(piece: Uint8Array): void {
    this.#size += piece.length;
    if (this.#size > this.#maxLineBytes) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  /** Ends the line; empty if it is blank. */
  take(): readonly TextLine[] {
    this.#number += 1;
    const line = this.#read();
    this.#pieces = [];
    this.#size = 0;
    return line === undefined ? [] : [{ number: this.#number, ...line }];
  }

  #read(): { text: string } | { fault: string } | undefined {
    if (this.#size > this.#maxLineBytes)
      return { fault: `the line: is longer than ${this.#maxLineBytes} bytes` };
    const [first = new Uint8Array(), ...more] = this.#pieces;
    try {
      const text = this.#decoder.decode(more.length === 0 ? first : Buffer.concat(this.#pieces));
      return text.trim() === '' ? undefined : { text };
    } catch {
      return { fault: 'the line: is not valid UTF-8; save the file as UTF-8' };
    }
  }
}
