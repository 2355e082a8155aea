import { TextDecoder } from 'node:util';
import { ParseError } from '../../Importer.ts';
import {
  createByteJudge,
  createSingleByteJudge,
  encodingAdvice,
  iso2022,
  knownEncoding,
  notValid,
  utf8,
} from '../text/encodings.ts';

/** A part of a file: its text and its length in bytes. */
export type TextPiece = { readonly bytes: number; readonly text: string };

/** Called with what was mended in a file, and the line. */
export type OnMended = (what: string, line: number) => void;

const headBytes = 256;
const pieceBytes = 256 * 1024;

const forbidden = /(?![\t\n\r\x7f-\x9f])[\p{Cc}\ufffe\uffff]/gu;

/**
 * Decodes an XML file. Unless it is given, the encoding follows from the first bytes or the declaration. Single bytes that are
 * not UTF-8 are taken as Windows-1252, characters that XML forbids are removed, an `&` that begins no reference becomes
 * `&amp;`, and a `]]>` that ends no CDATA is a part of it.
 */
export async function* decodeXml(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  onMended: OnMended,
): AsyncGenerator<TextPiece> {
  let line = 1;
  let firstBadLine: number | undefined;
  let decode: Decode | undefined;
  let head: Uint8Array = new Uint8Array();
  const mend = createMender((what, lines) => onMended(what, line + lines));

  function textOf(bytes: Uint8Array, isLast: boolean): string {
    decode ??= encoding === undefined ? declaredDecoder(encodingOf(head)) : decoderFor(encoding);
    const { text, badAt, label, likely, isOther = label !== utf8 } = decode(bytes, isLast);
    const badLine = badAt === undefined ? line : line + countLines(text.slice(0, badAt));
    if (badAt !== undefined) firstBadLine ??= badLine;
    if (firstBadLine !== undefined && isOther) throw notValid(firstBadLine, label, likely?.());
    if (iso2022.test(text)) throw notValid(line, label, 'iso-2022-jp');
    if (badAt !== undefined) onMended('is imported with bytes that are not UTF-8 as Windows-1252', badLine);
    const mended = mend(withoutForbidden(text), isLast);
    line += countLines(text);
    return mended;
  }

  function withoutForbidden(text: string): string {
    if (text.search(forbidden) === -1) return text;
    let [here, counted] = [line, 0];
    return text.replaceAll(forbidden, (_, at: number) => {
      here += countLines(text.slice(counted, at));
      counted = at;
      onMended('is imported without control characters, which XML forbids', here);
      return '';
    });
  }

  for await (const chunk of piecesOf(chunks)) {
    if (decode !== undefined) yield { bytes: chunk.length, text: textOf(chunk, false) };
    else {
      head = Buffer.concat([head, chunk]);
      const text = head.length < headBytes ? '' : textOf(head, false);
      yield { bytes: chunk.length, text };
    }
  }
  yield { bytes: 0, text: textOf(decode === undefined ? head : new Uint8Array(), true) };
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

function encodingOf(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  const head = String.fromCharCode(...bytes.subarray(0, headBytes));
  const [, label = utf8] = /^[^<]{0,64}<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head) ?? [];
  // A declaration that is readable as ASCII is not UTF-16, whatever it says.
  return /^(utf-?16|ucs-?2|iso-10646-ucs-2|unicode)/i.test(label) ? utf8 : label;
}

/** A part of a file. `badAt`: where in the text the first invalid byte is. `isOther`: they show another encoding. */
type Decoded = {
  readonly text: string;
  readonly badAt: number | undefined;
  readonly label: string;
  readonly isOther?: boolean;
  /** The encoding that it is likely to be. */
  readonly likely?: () => string | undefined;
};

type Decode = (bytes: Uint8Array, isLast: boolean) => Decoded;

function decoderFor(label: string): Decode {
  const name = knownEncoding(label);
  if (name === undefined)
    throw new ParseError(
      1,
      `the file: is written in ${JSON.stringify(label)}, an unknown encoding; ${encodingAdvice()}`,
    );
  if (name === utf8) return utf8Decoder();
  const decoder = new TextDecoder(name, { fatal: true });
  return (bytes, isLast) => {
    try {
      return { text: decoder.decode(bytes, { stream: !isLast }), badAt: undefined, label: name };
    } catch {
      const text = new TextDecoder(name).decode(bytes);
      return { text, badAt: text.indexOf('\ufffd'), label: name };
    }
  };
}

/** Every byte is valid in an encoding such as ISO-8859-1, which many programs declare whatever they write. */
function declaredDecoder(label: string): Decode {
  const decode = decoderFor(label);
  if (!/^(?:windows|iso-8859)-/.test(knownEncoding(label) ?? '')) return decode;
  const judge = createSingleByteJudge(label);
  return (bytes, isLast) => {
    const likely = judge(bytes, isLast);
    if (likely === undefined) return decode(bytes, isLast);
    const advice = encodingAdvice(likely === 'other' ? undefined : likely);
    throw new ParseError(1, `the file: is not in ${label}, which it declares; ${advice}`);
  };
}

function utf8Decoder(): Decode {
  const decoder = new TextDecoder(utf8, { fatal: true, ignoreBOM: true });
  let rest: Uint8Array = new Uint8Array();
  let isFirst = true;
  const judge = createByteJudge();
  return (bytes, isLast) => {
    const all = Buffer.concat([rest, bytes]);
    const end = isLast ? all.length : endOfCharacters(all);
    rest = all.subarray(end);
    const decoded = decodeMixed(decoder, all.subarray(0, end), judge);
    const text = isFirst ? decoded.text.replace(/^\ufeff/, '') : decoded.text;
    isFirst &&= end === 0;
    return { ...decoded, text, label: utf8, isOther: judge.isOther(isLast), likely: judge.likely };
  };
}

/** Where the bytes of a character begin that goes on in the next part. */
function endOfCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** ASCII, characters of several bytes in UTF-8, or a byte that is neither. */
const utf8Bytes =
  /[\0-\x7f]+|(?:[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})+|[\x80-\xff]/g;

function decodeMixed(
  decoder: TextDecoder,
  bytes: Buffer,
  judge: ReturnType<typeof createByteJudge>,
): { text: string; badAt: number | undefined } {
  try {
    const text = decoder.decode(bytes);
    judge.pass(bytes.length - text.length, bytes.length);
    return { text, badAt: undefined };
  } catch {
    const windows = new TextDecoder('windows-1252');
    let badAt: number | undefined;
    let text = '';
    for (const [run] of bytes.toString('latin1').matchAll(utf8Bytes)) {
      const isBad = run.length === 1 && run > '\x7f';
      if (isBad) badAt ??= text.length;
      const part = Buffer.from(run, 'latin1');
      judge.take(part, isBad);
      text += isBad ? windows.decode(part) : part.toString();
    }
    return { text, badAt };
  }
}

/** How far the end of a reference, or of what begins a section, is from its start. */
const longestMark = 40;
const marks = /<!\[CDATA\[|<!--|&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,31});)/gi;

/** The start tag at the end of a text. */
const startTag = /<([a-z][\w.:-]*)(?:\s[^<>]{0,80})?>\s*$/i;
const longestTag = 120;

/**
 * Escapes an `&` that begins no reference, as in `AT&T`, except in CDATA and comments, and a `]]>` in CDATA that does not end
 * it: old versions of WordPress write scripts with a CDATA of their own as they are. The text comes in parts; `onMended` gets
 * the number of lines between the start of the part and the fault.
 */
function createMender(
  onMended: (what: string, lines: number) => void,
): (part: string, isLast: boolean) => string {
  let held = '';
  /** The end of the CDATA or comment that is open; otherwise ''. */
  let ending = '';
  /** The element whose text the open CDATA is. */
  let element = '';
  /** The last characters that were given back. */
  let before = '';
  return (part, isLast) => {
    const text = held + part;
    const told = (what: string, index: number) =>
      onMended(what, countLines(text.slice(0, index)) - countLines(held));
    let unread = isLast ? text.length : Math.max(0, text.length - longestMark);
    let mended = '';
    let at = 0;
    for (;;) {
      const end = ending === '' ? at : text.indexOf(ending, at);
      if (end === -1) break;
      if (ending === ']]>' && !isLast && end + longestMark > text.length) {
        unread = Math.min(unread, end);
        break;
      }
      if (ending === ']]>' && goesOn(text, end, element)) {
        told('is imported with the ]]> in a text, which XML forbids', end);
        mended += `${text.slice(at, end)}]]]]><![CDATA[>`;
        at = end + ending.length;
        continue;
      }
      mended += text.slice(at, end + ending.length);
      at = end + ending.length;
      ending = '';
      marks.lastIndex = at;
      const found = marks.exec(text);
      if (found === null || found.index >= unread) break;
      const [mark] = found;
      if (mark === '&') told('is imported with a lone & as &amp;', found.index);
      else ending = mark === '<!--' ? '-->' : ']]>';
      if (mark !== '&') element = startTag.exec(tailOf(before, text, found.index))?.[1] ?? '';
      mended += text.slice(at, found.index) + (mark === '&' ? '&amp;' : mark);
      at = found.index + mark.length;
    }
    const rest = Math.max(at, unread);
    before = tailOf(before, text, rest);
    held = text.slice(rest);
    return mended + text.slice(at, rest);
  };
}

/** The end of what was given back, and of the text up to an index. */
function tailOf(before: string, text: string, index: number): string {
  return before.slice(Math.min(index, longestTag)) + text.slice(Math.max(0, index - longestTag), index);
}

/** Whether a CDATA goes on behind `]]>`: if the end tag of another element follows, which would end nothing. */
function goesOn(text: string, end: number, element: string): boolean {
  if (element === '') return false;
  const [, name] = /^[^<]*<\/([^\s<>]{1,40})/.exec(text.slice(end + 3, end + longestMark)) ?? [];
  return name !== undefined && !element.startsWith(name);
}
