import { escapeText } from '@newsstand/html';

/** A piece of text with its reading, which stands above it; the reading may be empty. */
export type RubyPiece = readonly [base: string, reading: string];

/** What a `<ruby>` element says, and its HTML. */
export type Ruby = { readonly pieces: readonly RubyPiece[]; readonly html: string };

/** A token of inline HTML. */
type Token =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'open'; readonly tag: string; readonly attributes: object }
  | { readonly type: 'close'; readonly tag: string }
  | { readonly type: 'raw' };

/**
 * The ruby element with which some tokens begin, and how many of them it takes. One with more than text in it is not
 * read, so that it is kept as written.
 */
export function readRuby(
  tokens: readonly Token[],
): { readonly ruby: Ruby; readonly length: number } | undefined {
  const end = tokens.findIndex((token) => token.type === 'close' && token.tag === 'ruby');
  const element = tokens.slice(0, end + 1);
  const pieces: RubyPiece[] = [];
  let html = '';
  let part = 'base';
  let piece = { base: '', reading: '', isRead: false };
  const endPiece = () => {
    if (piece.base !== '' || piece.reading !== '') pieces.push([piece.base, piece.reading]);
    piece = { base: '', reading: '', isRead: false };
  };
  for (const [at, token] of element.entries()) {
    if (token.type === 'raw') return undefined;
    if (token.type === 'text') {
      html += escapeText(token.text);
      if (part === 'base' && piece.isRead) endPiece();
      if (part === 'base') piece.base += token.text;
      else if (part === 'rt') piece.reading += token.text;
      continue;
    }
    const { type, tag } = token;
    if (type === 'open' && Object.keys(token.attributes).length > 0) return undefined;
    if (!/^(ruby|rb|rt|rp)$/.test(tag) || (tag === 'ruby') !== (at === 0 || at === end)) return undefined;
    html += type === 'open' ? `<${tag}>` : `</${tag}>`;
    part = type === 'open' && (tag === 'rt' || tag === 'rp') ? tag : 'base';
    // Several readings in a row belong to several texts before them.
    if (part === 'rt' && piece.isRead) return undefined;
    if (part === 'rt') piece.isRead = true;
  }
  endPiece();
  const isWhole = pieces.every(([base]) => base !== '') && pieces.some(([, reading]) => reading !== '');
  return isWhole ? { ruby: { pieces, html }, length: element.length } : undefined;
}

/** The HTML of ruby. */
export function rubyHtml(pieces: readonly RubyPiece[]): string {
  const written = pieces.map(([base, reading]) => `${escapeText(base)}<rt>${escapeText(reading)}</rt>`);
  return `<ruby>${written.join('')}</ruby>`;
}

/** The pieces in an attribute of the editor's document. */
export function piecesIn(value: unknown): readonly RubyPiece[] {
  const pieces: readonly unknown[] = Array.isArray(value) ? value : [];
  return pieces.flatMap((piece): RubyPiece[] => {
    const [base, reading]: readonly unknown[] = Array.isArray(piece) ? piece : [];
    return typeof base === 'string' && typeof reading === 'string' ? [[base, reading]] : [];
  });
}

/** The text without its readings. */
export function baseOf(pieces: readonly RubyPiece[]): string {
  return pieces.map(([base]) => base).join('');
}

/** Ruby as plain text, as novels are written: 漢字《かんじ》. */
export function rubyText(pieces: readonly RubyPiece[]): string {
  return pieces
    .map(([base, reading]) =>
      reading === '' ? base : `${isKanji.test(base) ? '' : '｜'}${base}《${reading}》`,
    )
    .join('');
}

const isKanji = /^[\p{Script=Han}々〆ヶ]+$/u;

/** Kanji, at the end of a text. */
export const kanjiBefore = /[\p{Script=Han}々〆ヶ]+$/u;

const notation =
  '(?:[｜|]([^｜|《》\\n\\ufffc]{1,40})|([\\p{Script=Han}々〆ヶ]+))《([\\p{Script=Hiragana}\\p{Script=Katakana}ー・　 ]{1,60})》';

/** Ruby in plain text: 漢字《かんじ》, or with its beginning marked, ｜お茶の水《おちゃのみず》. */
export const rubyNotation = new RegExp(notation, 'gu');

/** The same at the end of what was typed. */
export const typedRuby = new RegExp(`${notation}$`, 'u');

/**
 * The pieces of a text with a typed reading. Spaces tell the readings of the pieces there were, or of each character,
 * apart.
 */
export function rubyPieces(
  base: string,
  typed: string,
  before: readonly RubyPiece[] = [],
): readonly RubyPiece[] {
  const reading = typed.trim();
  const readings = reading.split(/\s+/);
  const bases = [before.map(([each]) => each), [...base]].find(({ length }) => length === readings.length);
  if (bases === undefined || readings.length === 1) return [[base, reading]];
  return bases.map((each, at) => [each, readings[at] ?? '']);
}
