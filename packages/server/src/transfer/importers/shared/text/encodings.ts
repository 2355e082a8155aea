import { TextDecoder } from 'node:util';
import { ParseError } from '../../Importer.ts';

/** UTF-8, as the web names it. */
export const utf8 = 'utf-8';

/** Names that Windows and Python give to encodings, and their names on the web. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['cp932', 'shift_jis'],
  ['cp936', 'gbk'],
  ['cp949', 'euc-kr'],
  ['cp950', 'big5'],
  ['eucjp', 'euc-jp'],
  ['ansi', 'windows-1252'],
]);

/** The web's name of an encoding; undefined if it is unknown. */
export function knownEncoding(label: string): string | undefined {
  const name = label.toLowerCase();
  try {
    return new TextDecoder(otherNames.get(name) ?? name).encoding;
  } catch {
    return undefined;
  }
}

/** What to do about bytes that are not in the encoding of a file, which may look like another one. */
export function encodingAdvice(likely?: string): string {
  if (likely === undefined) return 'name its encoding with --encoding, or save it as UTF-8';
  return `it looks like ${likely}: give --encoding ${likely}, or save it as UTF-8`;
}

/** The fault of a file with bytes that are not in its encoding. */
export function notValid(line: number, encoding: string, likely?: string): ParseError {
  const name = encoding === utf8 ? 'UTF-8' : encoding;
  return new ParseError(
    line,
    `the file: contains bytes that are not valid ${name}; ${encodingAdvice(likely)}`,
  );
}

const japanese = ['shift_jis', 'euc-jp'] as const;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const han = /\p{Script=Han}/gu;

/** The encoding of Japanese that bytes look like, beginning with one that is not UTF-8; undefined if it is none. */
export function likelyEncoding(bytes: Uint8Array): string | undefined {
  const scores = japanese.map((name) => {
    const text = new TextDecoder(name).decode(bytes);
    const count = (found: RegExp) => text.match(found)?.length ?? 0;
    // The end may be cut within a character.
    const isValid = !text.slice(0, -1).includes('\ufffd');
    return { name, score: isValid ? 2 * count(kana) + count(han) : 0 };
  });
  return scores.toSorted((one, other) => other.score - one.score).find(({ score }) => score > 0)?.name;
}

/**
 * What a file is likely to be that declares an encoding of single bytes, in which all bytes are valid: `other` if it is only
 * known that it is not what it declares. Undefined if nothing speaks against it, or too little was read.
 */
export function createSingleByteJudge(
  label: string,
): (bytes: Uint8Array, isLast: boolean) => string | undefined {
  let sample: Uint8Array = new Uint8Array();
  return (bytes, isLast) => {
    const isFull = sample.length >= sampleBytes;
    if (!isFull) sample = Buffer.concat([sample, sample.length > 0 ? bytes : fromForeign(bytes)]);
    if (isFull || sample.length === 0 || (sample.length < sampleBytes && !isLast)) return undefined;
    if (isUtf8(sample)) return utf8;
    const hasUndefined = sample.some((byte) => undefinedBytes.has(byte));
    const likely = likelyEncoding(sample);
    if (likely === 'euc-jp' || (likely !== undefined && hasUndefined)) return likely;
    return /ascii/i.test(label) ? 'other' : undefined;
  };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // The end may be cut within a character.
    new TextDecoder(utf8, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The beginning of Japanese in ISO-2022-JP, in which every byte is also ASCII. */
export const iso2022 = /\x1b\$[@B]/;

/** Text in UTF-8 from a file in another encoding. Throws `ParseError` at bytes that are not valid in it. */
export async function* transcoded(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const encoder = new TextEncoder();
  let line = 1;
  const decode = (bytes: Uint8Array, isLast: boolean): Uint8Array => {
    try {
      const text = decoder.decode(bytes, { stream: !isLast });
      line += text.split('\n').length - 1;
      return encoder.encode(text);
    } catch {
      throw notValid(line, encoding);
    }
  };
  for await (const chunk of chunks) yield decode(chunk, false);
  yield decode(new Uint8Array(), true);
}

/** The same bytes. Throws `ParseError` if they are not UTF-8. */
export async function* checkedUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(utf8, { fatal: true });
  let line = 1;
  const check = (bytes: Uint8Array, isLast: boolean) => {
    try {
      const text = decoder.decode(bytes, { stream: !isLast });
      if (iso2022.test(text)) throw notValid(line, utf8, 'iso-2022-jp');
      line += text.split('\n').length - 1;
    } catch (error) {
      throw error instanceof ParseError ? error : notValid(line, utf8, likelyEncoding(foreignPart(bytes)));
    }
  };
  for await (const chunk of chunks) {
    check(chunk, false);
    yield chunk;
  }
  check(new Uint8Array(), true);
}

const sampleBytes = 4096;

/** Some bytes from the first one on that is not ASCII. */
function foreignPart(bytes: Uint8Array): Uint8Array {
  return fromForeign(bytes).subarray(0, sampleBytes);
}

/** The bytes from the first one on that is not ASCII; none if all are. */
function fromForeign(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte > 0x7f);
  return start === -1 ? bytes.subarray(bytes.length) : bytes.subarray(start);
}

/**
 * Judges bytes that are not UTF-8 in a file that should be: a few of Windows-1252 may have been pasted into it, each by
 * itself among letters of ASCII; in any other encoding they stand together, and outnumber characters of UTF-8.
 */
export function createByteJudge() {
  let [valid, bad, together] = [0, 0, 0];
  let isBehindBad = false;
  let sample = new Uint8Array();
  return {
    /** Bytes that are all valid, and how many of them are not ASCII, at least. */
    pass(others: number, all: number): void {
      valid += others;
      if (all > 0) isBehindBad = false;
    },
    /** A run of ASCII, of characters of UTF-8, or a single other byte. */
    take(run: Uint8Array, isBad: boolean): void {
      if (!isBad && (run[0] ?? 0) > 0x7f) valid += run.length;
      if (isBad) {
        bad += 1;
        // Those that Windows-1252 does not define are no letters of it.
        if (isBehindBad || undefinedBytes.has(run[0] ?? 0)) together += 1;
      }
      isBehindBad = isBad;
      if (bad > 0 && sample.length < sampleBytes)
        sample = Buffer.concat([sample, run.subarray(0, sampleBytes)]);
    },
    /** Whether the file is in another encoding, as far as can be told by now. */
    isOther: (isLast: boolean) => bad >= (isLast ? 1 : enoughBytes) && bad > valid && together * 4 >= bad,
    likely: () => likelyEncoding(sample),
  };
}

const undefinedBytes: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
const enoughBytes = 16;
