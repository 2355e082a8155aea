import { blocksOf } from '@newsstand/client';
import type { Block } from '@newsstand/contract';
import { readInline } from '../../../parts/blocks/readInline.ts';
import { piecesIn } from '../../../parts/blocks/readRuby.ts';
import { commonPairs } from './commonPairs.ts';
import { diffPieces, type Piece, type TextPart, wordsIn } from './diffWords.ts';
import { canonical } from './mergeBlocks.ts';

/** What became of a block: it stayed, came, went, or has another content. */
export type BlockChange =
  | { readonly type: 'same' | 'added' | 'removed'; readonly block: unknown }
  | { readonly type: 'changed'; readonly before: unknown; readonly after: unknown };

/** The difference between two bodies, block by block. */
export function diffBlocks(before: readonly unknown[], after: readonly unknown[]): readonly BlockChange[] {
  const changes: BlockChange[] = [];
  let [from, to] = [0, 0];
  const pairs = commonPairs(before.map(canonical), after.map(canonical));
  for (const [kept, nowKept] of pairs) {
    changes.push(...diffRun(before.slice(from, kept), after.slice(to, nowKept)));
    changes.push({ type: 'same', block: after[nowKept] });
    [from, to] = [kept + 1, nowKept + 1];
  }
  return [...changes, ...diffRun(before.slice(from), after.slice(to))];
}

/** Longer runs are not matched up: they count as replaced. */
const maxPairs = 2_500;
/** The share of common words from which on a block counts as changed, not as replaced. */
const leastLikeness = 0.25;

/** The difference between two runs without a common block: those that are most alike are paired. */
function diffRun(before: readonly unknown[], after: readonly unknown[]): readonly BlockChange[] {
  const [old, now] = [before, after].map((blocks) => blocks.map(likenessOf));
  const width = after.length + 1;
  const canPair = before.length * after.length <= maxPairs;
  const likenesses = new Float64Array(canPair ? before.length * after.length : 0);
  const scores = new Float64Array(canPair ? (before.length + 1) * width : 0);
  const scoreAt = (from: number, to: number) => scores[from * width + to] ?? 0;
  const likenessAt = (from: number, to: number) => likenesses[from * after.length + to] ?? 0;
  for (let from = before.length - 1; canPair && from >= 0; from--)
    for (let to = after.length - 1; to >= 0; to--) {
      const likeness = likenessOfPair(old?.[from], now?.[to]);
      likenesses[from * after.length + to] = likeness;
      const paired = likeness === 0 ? 0 : likeness + scoreAt(from + 1, to + 1);
      scores[from * width + to] = Math.max(paired, scoreAt(from + 1, to), scoreAt(from, to + 1));
    }
  const changes: BlockChange[] = [];
  let [from, to] = [0, 0];
  while (from < before.length || to < after.length) {
    const likeness = from < before.length && to < after.length ? likenessAt(from, to) : 0;
    if (likeness > 0 && scoreAt(from, to) === likeness + scoreAt(from + 1, to + 1))
      changes.push({ type: 'changed', before: before[from++], after: after[to++] });
    else if (from < before.length && (to >= after.length || scoreAt(from + 1, to) >= scoreAt(from, to + 1)))
      changes.push({ type: 'removed', block: before[from++] });
    else changes.push({ type: 'added', block: after[to++] });
  }
  return changes;
}

type Likeness = { readonly type: unknown; readonly words: ReadonlySet<string> };

function likenessOf(block: unknown): Likeness {
  const { type = undefined } = typeof block === 'object' && block !== null && 'type' in block ? block : {};
  const words = blockPieces(block).flatMap(wordsIn);
  return { type, words: new Set(words.map(({ text }) => text.trim()).filter((text) => text !== '')) };
}

function likenessOfPair(one: Likeness | undefined, other: Likeness | undefined): number {
  if (one === undefined || other === undefined || one.type !== other.type) return 0;
  const most = Math.max(one.words.size, other.words.size);
  // Pictures without a text are alike.
  if (most === 0) return 1;
  const likeness = [...one.words].filter((word) => other.words.has(word)).length / most;
  return likeness < leastLikeness ? 0 : likeness;
}

/** The difference between two versions of a block: its text, and how it is set if that differs. */
export function diffBlock(before: unknown, after: unknown): readonly TextPart[] {
  const text = diffPieces(blockPieces(before), blockPieces(after));
  const [old, now] = [settingsOf(before), settingsOf(after)];
  const settings = old === now ? [] : diffPieces([small(`\n${old}`)], [small(`\n${now}`)]);
  const isShown = [...text, ...settings].some(({ type }) => type !== 'same') || !isSamePicture(before, after);
  if (isShown) return [...text, ...settings];
  // Only in something that has no place in its text.
  return diffPieces([json(before)], [json(after)]);
}

function isSamePicture(before: unknown, after: unknown): boolean {
  const [old, now] = [before, after].map((block) => {
    const read = readBlock(block);
    return canonical(read?.type === 'gallery' ? read.images.map(({ mediaId }) => mediaId) : mediaOf(read));
  });
  return old === now;
}

function mediaOf(block: Block | undefined): string {
  return block !== undefined && 'mediaId' in block ? (block.mediaId ?? '') : '';
}

const small = (text: string): Piece => ({ text, format: 'setting' });
const json = (block: unknown): Piece => ({ text: JSON.stringify(block, null, 2) ?? '', format: 'code' });

const settings = ['level', 'ordered', 'header', 'language', 'tone', 'id'] as const;

function settingsOf(block: unknown): string {
  const read: Readonly<Record<string, unknown>> = { ...readBlock(block) };
  return settings.flatMap((name) => (read[name] === undefined ? [] : [`${name}: ${read[name]}`])).join(', ');
}

function readBlock(block: unknown): Block | undefined {
  return blocksOf({ blocks: [block] })?.[0];
}

/** The text of a block, as it looks, one line for each of its parts; its JSON if it is of an unknown type. */
export function blockPieces(block: unknown): readonly Piece[] {
  const read = readBlock(block);
  if (read === undefined) return [json(block)];
  return linesOf(read).flatMap((line, at) => (at === 0 ? line : [{ text: '\n' }, ...line]));
}

type Line = readonly Piece[];

function linesOf(block: Block): readonly Line[] {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      return [inline(block.text)];
    case 'quote':
      return [inline(block.text), ...optional(block.cite, '— ')];
    case 'callout':
      return [...optional(block.title), inline(block.text)];
    case 'list':
      return listLines(block.items, block.ordered === true, 0);
    case 'table':
      return [
        ...block.rows.map((row) =>
          row.flatMap((cell, at) => (at === 0 ? inline(cell) : [plain(' │ '), ...inline(cell)])),
        ),
        ...optional(block.caption),
      ];
    case 'code':
      return [[{ text: block.text, format: 'code' }]];
    case 'html':
      return [[{ text: block.html, format: 'code' }]];
    case 'image':
      return [...pictureLines(block), ...plainLine(block.link, '→ ')];
    case 'video':
      return pictureLines(block);
    case 'gallery':
      return [...block.images.flatMap(pictureLines), ...optional(block.caption)];
    case 'embed':
      return [...plainLine(block.title), ...plainLine(block.url), ...optional(block.caption)];
    case 'footnotes':
      return block.notes.map(({ text }, at) => [plain(`${at + 1}. `), ...inline(text)]);
    case 'related':
      return [
        ...optional(block.title),
        ...block.items.map(({ title, app, instanceId, contentId }) => [
          plain(`• ${title} (${app}/${instanceId}/${contentId})`),
        ]),
      ];
    case 'divider':
      return [[plain('―――')]];
  }
}

type ListItems = Extract<Block, { readonly type: 'list' }>['items'];

function listLines(items: ListItems, isOrdered: boolean, depth: number): readonly Line[] {
  return items.flatMap(({ text, list }, at) => [
    [plain(`${'    '.repeat(depth)}${isOrdered ? `${at + 1}.` : '•'} `), ...inline(text)],
    ...(list === undefined ? [] : listLines(list.items, list.ordered === true, depth + 1)),
  ]);
}

function pictureLines(picture: {
  readonly alt?: string | undefined;
  readonly url?: string | undefined;
  readonly caption?: string | undefined;
}): readonly Line[] {
  const { alt, url, caption } = picture;
  return [...plainLine(alt, '[', ']'), ...plainLine(url), ...optional(caption)];
}

function plain(text: string): Piece {
  return { text };
}

function plainLine(text: string | undefined, before = '', after = ''): readonly Line[] {
  return text === undefined || text === '' ? [] : [[plain(before + text + after)]];
}

function optional(html: string | undefined, before = ''): readonly Line[] {
  return html === undefined || html === '' ? [] : [[plain(before), ...inline(html)]];
}

/** Inline HTML as pieces; what cannot be shown as text is shown as it is written. */
/** Ruby on one line: a new reading is a new word. */
function withReadings(pieces: unknown): string {
  return piecesIn(pieces)
    .map(([base, reading]) => (reading === '' ? base : `${base}（${reading}）`))
    .join('');
}

function inline(html: string): Line {
  return readInline(html).map(({ type, text = '', attrs = {}, marks = [] }): Piece => {
    const format = marks.map((mark) => (mark.type === 'link' ? `link ${mark.attrs?.['href']}` : mark.type));
    const shown = format.length === 0 ? undefined : format.join('\n');
    if (type === 'hardBreak') return { text: '\n' };
    if (type === 'noteReference') return { text: `[${attrs['id']}]`, format: 'superscript' };
    if (type === 'ruby') return { text: withReadings(attrs['pieces']), format: shown };
    return type === 'raw' ? { text: `${attrs['html']}`, format: 'code' } : { text, format: shown };
  });
}
