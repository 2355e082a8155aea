import { limits } from '@newsstand/contract';
import { JSONParser, TokenType } from '@streamparser/json';
import { ParseError } from '../../Importer.ts';
import { encodingAdvice } from '../text/encodings.ts';
import { maxDepth } from './depth.ts';

/** An element of a list, and the line on which it begins. */
export type JsonElement = { readonly list: string; readonly line: number; readonly value: unknown };

/** The elements that ended in a small part of the file, and how many bytes were read for them. */
type JsonBatch = {
  readonly bytes: number;
  readonly elements: readonly JsonElement[];
  /** How many elements there are in all, at the end of the file, if it says so. */
  readonly total?: number | undefined;
};

/**
 * The structure of a file. `paths` match the elements of all its lists (`$.*.*`), even of unwanted ones, so that no more
 * than one element is ever in memory. `lists` are the names of the wanted lists; '' is the file itself, a list (`$.*`).
 */
export type JsonShape = {
  readonly paths: readonly string[];
  readonly lists: readonly string[];
  /** The number of all elements, of which the file may have only some: `meta.filter_count`. */
  readonly total?: string;
  /** For error messages: `an export of Ghost`. */
  readonly name: string;
};

const maxPieceBytes = 64 * 1024;
const newline = 10;

/** Streams the elements of the lists in a JSON file. At most a few elements and one chunk are in memory. */
export async function* readJson(
  chunks: AsyncIterable<Uint8Array>,
  shape: JsonShape,
  maxBytes: number = limits.importLineBytes,
): AsyncGenerator<JsonBatch> {
  const reader = createReader(shape, maxBytes);
  let bytes = 0;
  for await (const chunk of chunks) {
    for (const piece of piecesOf(chunk)) {
      try {
        reader.write(piece);
      } catch (error) {
        // What is whole before the fault.
        const elements = reader.take();
        if (elements.length > 0) yield { bytes: 0, elements };
        throw error;
      }
      bytes += piece.length;
      const elements = reader.take();
      if (elements.length === 0) continue;
      yield { bytes, elements };
      bytes = 0;
    }
  }
  reader.end();
  yield { bytes, elements: [], total: reader.total() };
}

/** Splits a chunk into small pieces that end at line breaks, so that line numbers are exact. */
function* piecesOf(chunk: Uint8Array): Generator<Uint8Array> {
  let lineEnd = 0;
  for (let start = 0; start < chunk.length; ) {
    if (start >= lineEnd) lineEnd = chunk.indexOf(newline, start) + 1 || chunk.length;
    const end = Math.min(lineEnd, start + maxPieceBytes);
    yield chunk.subarray(start, end);
    start = end;
  }
}

function createReader({ paths, lists, name, total }: JsonShape, maxBytes: number) {
  const counting = total === undefined ? [] : [`$.${total}`];
  const parser = new JSONParser({ paths: [...paths, ...counting], keepStack: false });
  const wanted = new Set(lists);
  const elements: JsonElement[] = [];
  /** The first lines of the open objects and lists. */
  const openedAt: number[] = [];
  let line = 1;
  /** The first line of the value that may end with this token. */
  let beganAt = 1;
  let bytesHeld = 0;
  let hasBegun = false;
  let hasFound = false;
  let count: number | undefined;

  parser.onToken = ({ token }) => {
    if (!hasBegun && token !== (wanted.has('') ? TokenType.LEFT_BRACKET : TokenType.LEFT_BRACE))
      throw new ParseError(
        line,
        `this is not ${name}: it must be a JSON ${wanted.has('') ? 'list' : 'object'}`,
      );
    hasBegun = true;
    beganAt = line;
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) openedAt.push(line);
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET)
      beganAt = openedAt.pop() ?? line;
    if (openedAt.length > maxDepth) throw new ParseError(line, `is nested more than ${maxDepth} deep`);
  };

  parser.onValue = ({ value, key, parent, stack }) => {
    const list = String(stack.at(-1)?.key ?? '');
    bytesHeld = 0;
    if (total !== undefined && total === (list === '' ? key : `${list}.${key}`)) {
      if (typeof value === 'number') count = value;
      return;
    }
    if (!wanted.has(list)) return;
    if (!Array.isArray(parent)) throw new ParseError(beganAt, `${list}: must be a list`);
    hasFound = true;
    elements.push({ list, line: beganAt, value });
  };

  return {
    write(piece: Uint8Array): void {
      try {
        parser.write(piece);
      } catch (error) {
        throw error instanceof ParseError ? error : brokenJson(error, line, parser.isEnded);
      }
      bytesHeld += piece.length;
      if (bytesHeld > maxBytes + maxPieceBytes)
        throw new ParseError(openedAt.at(-1) ?? line, `contains a value larger than ${maxBytes} bytes`);
      if (piece.at(-1) === newline) line += 1;
    },
    total: (): number | undefined => count,
    take: (): readonly JsonElement[] => elements.splice(0),
    end(): void {
      if (!hasBegun) throw new ParseError(line, `this is not ${name}: the file is empty`);
      if (!parser.isEnded) throw new ParseError(line, 'the file ends unexpectedly: it was cut off');
      if (!hasFound)
        throw new ParseError(
          line,
          `this is not ${name}: it has nothing in ${wanted.has('') ? 'its list' : lists.slice(0, 3).join(', ')}`,
        );
    },
  };
}

function brokenJson(error: unknown, line: number, isOver: boolean): ParseError {
  if (isOver) return new ParseError(line, 'there is more text after the end of the JSON', { cause: error });
  // The decoder throws this for invalid UTF-8.
  const isUndecodable = error instanceof TypeError;
  const message = isUndecodable ? `is not valid UTF-8; ${encodingAdvice()}` : 'is not valid JSON here';
  return new ParseError(line, message, { cause: error });
}

/** A string or a bracket in JSON. */
type JsonToken = { readonly text: string; readonly start: number; readonly end: number };

/** The strings and brackets of JSON, which may be invalid or truncated. Takes linear time. */
export function* jsonTokens(json: string): Generator<JsonToken> {
  for (let start = 0; start < json.length; ) {
    const end = json[start] === '"' ? endOfText(json, start) : start + 1;
    if (end === undefined) return;
    if (/^["{}[\]]/.test(json[start] ?? '')) yield { text: json.slice(start, end), start, end };
    start = end;
  }
}

function endOfText(json: string, start: number): number | undefined {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === '"') return at + 1;
    if (json[at] === '\\') at += 1;
  }
  return undefined;
}
