import { blocksOf } from '@newsstand/client';
import type { Block } from '@newsstand/contract';
import { isSameJson } from '../../../parts/json/json.ts';
import { type Document, isDocument, readAt, writeAt } from './Document.ts';

const path = 'values.body';

/** The blocks of an item's body; undefined if it has another structure, or members that blocks do not have. */
export function blocksIn(document: Document): readonly Block[] | undefined {
  const body = readAt(document, path) ?? {};
  if (!isDocument(body)) return undefined;
  if (Object.keys(body).length === 0) return [];
  const { blocks } = body;
  return areBlocks(blocks) ? blocks : undefined;
}

/** Whether the client reads all of it, without dropping anything. */
function areBlocks(value: unknown): value is readonly Block[] {
  const read = blocksOf({ blocks: value });
  return read !== undefined && isSameJson(plain(read), plain(value));
}

/** Removes members that equal their default: lists are unordered unless they say otherwise. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isDocument(value)) return value;
  const entries = Object.entries(value).filter(([name, each]) => name !== 'ordered' || each !== false);
  return Object.fromEntries(entries.map(([name, each]) => [name, plain(each)]));
}

/** The document with other blocks; other members of the body are kept. */
export function withBlocks(document: Document, blocks: readonly Block[]): Document {
  const body = readAt(document, path);
  return writeAt(document, path, { ...(isDocument(body) ? body : {}), blocks });
}

/** The text of a body, one line per block; the JSON of a body with another structure. */
export function bodyLines(body: unknown): string {
  const blocks = blocksOf(body);
  if (blocks === undefined) return JSON.stringify(body, null, 2) ?? '';
  return blocks
    .map(({ type, ...members }) => `${marks[type] ?? ''}${wordsIn(members).join('\n')}`)
    .join('\n\n');
}

const marks: Readonly<Record<string, string>> = { heading: '# ', quote: '> ', image: '🖼 ', video: '🎞 ' };

function wordsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(wordsIn);
}
