import { limits } from '@newsstand/contract';
import type { ForeignFile } from './Conversion.ts';
import { jsonTokens } from './jsonTokens.ts';
import { isMarkdownName } from './markdown/listMarkdown.ts';

/** What can be imported. */
export const contentKinds = ['ndjson', 'wordpress', 'contentful', 'ghost', 'feed', 'markdown'] as const;

/** What a file holds. */
export type ContentKind = (typeof contentKinds)[number];

/** What a file holds, or why that can't be told. */
export type Recognised = { readonly kind: ContentKind } | { readonly unknown: string };

/** What the beginning of a file says: undefined where more of it must be seen. */
type Answer = Recognised | undefined;

const firstLook = 64 * 1024;
const unlike = { unknown: 'it begins like nothing that is known' };

/** Tells what a file holds from its beginning. Its name counts only where that says nothing. */
export async function recognise(file: ForeignFile): Promise<Recognised> {
  if (isMarkdownName(file.name)) return { kind: 'markdown' };
  const answer = await lookAt(file);
  const isNamedSo = /\.(ndjson|jsonl)$/i.test(file.name);
  return 'unknown' in answer && isNamedSo ? { kind: 'ndjson' } : answer;
}

/** Looks at more and more of the beginning, each time at four times as much. */
async function lookAt(file: ForeignFile): Promise<Recognised> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let next = firstLook;
  for await (const chunk of file.open()) {
    pieces.push(chunk.slice());
    size += chunk.length;
    if (size < next) continue;
    const answer = answerOf(Buffer.concat(pieces), false);
    if (answer !== undefined) return answer;
    if (size >= limits.importLineBytes) break;
    next = Math.min(size * 4, limits.importLineBytes);
  }
  return answerOf(Buffer.concat(pieces), true) ?? unlike;
}

function isCompressed([first, second]: Uint8Array): boolean {
  return (first === 0x1f && second === 0x8b) || (first === 0x50 && second === 0x4b);
}

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? 'utf-16be' : 'utf-8';
}

/** `isAll`: no more of the file will be seen. */
function answerOf(head: Uint8Array, isAll: boolean): Answer {
  if (isCompressed(head)) return { unknown: 'it is compressed; unpack it first' };
  const text = new TextDecoder(encodingOf(head)).decode(head).trimStart();
  if (text === '') return isAll ? { unknown: 'it is empty' } : undefined;
  if (text.startsWith('<')) return xmlAnswer(text);
  if (text.startsWith('{')) return jsonAnswer(text, isAll);
  return /^(---|\+\+\+)[ \t]*\r?\n/.test(text) ? { kind: 'markdown' } : unlike;
}

/** By the first element, behind declarations and comments. */
function xmlAnswer(text: string): Answer {
  let at = 0;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at += 1;
    const ending = endingAt(text, at);
    if (ending === undefined) break;
    const end = text.indexOf(ending, at);
    if (end === -1) return undefined;
    at = end + ending.length;
  }
  const end = text.indexOf('>', at);
  if (end === -1) return undefined;
  const root = text.slice(at, end);
  if (/^<rss\s/.test(root) && root.includes('wordpress.org/export/')) return { kind: 'wordpress' };
  return /^<(rss|([\w.-]+:)?(feed|RDF))(\s|$)/.test(root) ? { kind: 'feed' } : unlike;
}

/** What ends the thing that is before the first element; undefined where that begins. */
function endingAt(text: string, at: number): string | undefined {
  if (text.startsWith('<?', at)) return '?>';
  if (text.startsWith('<!--', at)) return '-->';
  if (!text.startsWith('<!', at)) return undefined;
  const [, inner] = /^<!\w+[^>[]{0,1000}(\[?)/.exec(text.slice(at, at + 1100)) ?? [];
  return inner === '[' ? ']>' : '>';
}

/** By the names at the top of the first object. */
function jsonAnswer(text: string, isAll: boolean): Answer {
  const names = new Set<string>();
  let depth = 0;
  for (const { text: token, end } of jsonTokens(text)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && isName(text, end)) names.add(token.slice(1, -1));
    const answer = jsonKind(names, depth === 0);
    if (answer !== undefined) return answer;
  }
  return isAll ? jsonKind(names, true) : undefined;
}

function isName(text: string, end: number): boolean {
  let at = end;
  while (/\s/.test(text[at] ?? '')) at += 1;
  return text[at] === ':';
}

/** `isAll`: no more names will come. A media of our own has assets too, and may tell its kind behind them. */
function jsonKind(names: ReadonlySet<string>, isAll: boolean): Answer {
  if (names.has('kind')) return { kind: 'ndjson' };
  if (names.has('contentTypes') || names.has('entries')) return { kind: 'contentful' };
  if (names.has('db') || (names.has('meta') && names.has('data'))) return { kind: 'ghost' };
  if (!isAll) return undefined;
  if (names.has('assets') || names.has('locales')) return { kind: 'contentful' };
  return names.has('data') ? { kind: 'ghost' } : unlike;
}
