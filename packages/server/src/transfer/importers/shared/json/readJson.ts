import { limits } from '@newsstand/contract';
import { JSONParser, TokenType } from '@streamparser/json';
import { ParseError } from '../../Importer.ts';

/** An element of a list, and the line on which it begins. */
export type JsonElement = { readonly list: string; readonly line: number; readonly value: unknown };

/** The elements that ended in a small piece of the file, and how many bytes were read for them. */
type JsonBatch = { readonly bytes: number; readonly elements: readonly JsonElement[] };

/**
 * What a file holds. `paths` lead to all members of its lists (`$.*.*`), also of those that nobody wants: so no more
 * than one of them is ever in memory. `lists` are the names of those that are wanted.
 */
export type JsonShape = {
  readonly paths: readonly string[];
  readonly lists: readonly string[];
  /** What has this shape: `export of Ghost`. */
  readonly name: string;
};

/** Deeper than any editor nests, and not so deep that walking down would be a danger. */
const maxDepth = 500;
const maxPieceBytes = 64 * 1024;
const newline = 10;

/** Reads JSON, and gives the elements of its lists. Holds one large one, or a few small ones, and one chunk at most. */
export async function* readJson(
  chunks: AsyncIterable<Uint8Array>,
  shape: JsonShape,
  maxBytes: number = limits.importLineBytes,
): AsyncGenerator<JsonBatch> {
  const reader = createReader(shape, maxBytes);
  let bytes = 0;
  for await (const chunk of chunks) {
    for (const piece of piecesOf(chunk)) {
      reader.write(piece);
      bytes += piece.length;
      const elements = reader.take();
      if (elements.length === 0) continue;
      yield { bytes, elements };
      bytes = 0;
    }
  }
  reader.end();
  yield { bytes, elements: [] };
}

/** A chunk in small pieces that end where a line does: so what is read is always on the line that was counted. */
function* piecesOf(chunk: Uint8Array): Generator<Uint8Array> {
  let lineEnd = 0;
  for (let start = 0; start < chunk.length; ) {
    if (start >= lineEnd) lineEnd = chunk.indexOf(newline, start) + 1 || chunk.length;
    const end = Math.min(lineEnd, start + maxPieceBytes);
    yield chunk.subarray(start, end);
    start = end;
  }
}

function createReader({ paths, lists, name }: JsonShape, maxBytes: number) {
  const parser = new JSONParser({ paths: [...paths], keepStack: false });
  const wanted = new Set(lists);
  const elements: JsonElement[] = [];
  /** The lines on which the objects and lists begin that are open now. */
  const openedAt: number[] = [];
  let line = 1;
  /** The line on which the value begins that may end with this token. */
  let beganAt = 1;
  let bytesHeld = 0;
  let hasBegun = false;
  let hasFound = false;

  parser.onToken = ({ token }) => {
    if (!hasBegun && token !== TokenType.LEFT_BRACE)
      throw new ParseError(line, `this is not an ${name}: it must be a JSON object`);
    hasBegun = true;
    beganAt = line;
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) openedAt.push(line);
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET)
      beganAt = openedAt.pop() ?? line;
    if (openedAt.length > maxDepth) throw new ParseError(line, `is nested more than ${maxDepth} deep`);
  };

  parser.onValue = ({ value, parent, stack }) => {
    const list = String(stack.at(-1)?.key);
    bytesHeld = 0;
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
    take: (): readonly JsonElement[] => elements.splice(0),
    end(): void {
      if (!hasBegun) throw new ParseError(line, `this is not an ${name}: the file is empty`);
      if (!parser.isEnded) throw new ParseError(line, 'the file ends unexpectedly: it was cut off');
      if (!hasFound)
        throw new ParseError(
          line,
          `this is not an ${name}: it has nothing in ${lists.slice(0, 3).join(', ')}`,
        );
    },
  };
}

function brokenJson(error: unknown, line: number, isOver: boolean): ParseError {
  if (isOver) return new ParseError(line, 'there is more after the end of the JSON', { cause: error });
  // The parser itself never decodes: what is no UTF-8 makes the decoder throw this.
  const isUndecodable = error instanceof TypeError;
  const message = isUndecodable ? 'is not valid UTF-8; save the file as UTF-8' : 'is not valid JSON here';
  return new ParseError(line, message, { cause: error });
}

/** A text in JSON, or one of its brackets. `end` is where it ends. */
type JsonToken = { readonly text: string; readonly start: number; readonly end: number };

/** The texts and brackets of JSON, however broken it is, up to where it is cut off. Takes linear time. */
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
