import { TextDecoder } from 'node:util';
import { ParseError } from '../../Importer.ts';

/** A part of a file: its text and its length in bytes. */
export type TextPiece = { readonly bytes: number; readonly text: string };

const headBytes = 256;
const pieceBytes = 256 * 1024;

const forbidden = /(?![\t\n\r\x7f-\x9f])[\p{Cc}\ufffe\uffff]/gu;

/**
 * Decodes an XML file. The encoding follows from its first bytes or its declaration. With `onForbidden`, characters that
 * XML forbids are removed, and their lines reported.
 */
export async function* decodeXml(
  chunks: AsyncIterable<Uint8Array>,
  onForbidden?: (line: number) => void,
): AsyncGenerator<TextPiece> {
  let line = 1;
  let decoder: TextDecoder | undefined;
  let head: Uint8Array = new Uint8Array();

  function decode(bytes: Uint8Array, isLast: boolean): string {
    decoder ??= decoderFor(head);
    try {
      const text = allowed(decoder.decode(bytes, { stream: !isLast }));
      line += countLines(text);
      return text;
    } catch (cause) {
      const before = new TextDecoder(decoder.encoding).decode(bytes).split('\ufffd', 1)[0] ?? '';
      const why = `the file: contains bytes that are not valid ${decoder.encoding}; save it as UTF-8`;
      throw new ParseError(line + countLines(before), why, { cause });
    }
  }

  function allowed(text: string): string {
    if (onForbidden === undefined || text.search(forbidden) === -1) return text;
    let [here, counted] = [line, 0];
    return text.replaceAll(forbidden, (_, at: number) => {
      here += countLines(text.slice(counted, at));
      counted = at;
      onForbidden(here);
      return '';
    });
  }

  for await (const chunk of piecesOf(chunks)) {
    if (decoder !== undefined) yield { bytes: chunk.length, text: decode(chunk, false) };
    else {
      head = Buffer.concat([head, chunk]);
      const text = head.length < headBytes ? '' : decode(head, false);
      yield { bytes: chunk.length, text };
    }
  }
  yield { bytes: 0, text: decode(decoder === undefined ? head : new Uint8Array(), true) };
}

/** Small pieces, because each takes many times its size in memory. */
async function* piecesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += pieceBytes) yield chunk.subarray(at, at + pieceBytes);
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function decoderFor(head: Uint8Array): TextDecoder {
  const label = encodingOf(head);
  try {
    return new TextDecoder(label, { fatal: true });
  } catch (cause) {
    const why = `the file: is written in ${JSON.stringify(label)}, an unknown encoding; save it as UTF-8`;
    throw new ParseError(1, why, { cause });
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  const head = String.fromCharCode(...bytes.subarray(0, headBytes));
  const [, label = 'utf-8'] = /^[^<]{0,64}<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head) ?? [];
  // A declaration that is readable as ASCII is not UTF-16, whatever it says.
  return /^(utf-?16|ucs-?2|iso-10646-ucs-2|unicode)/i.test(label) ? 'utf-8' : label;
}
