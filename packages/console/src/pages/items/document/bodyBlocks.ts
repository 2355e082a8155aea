import { blocksOf } from '@newsstand/client';
import type { Block } from '@newsstand/contract';
import { type Document, isDocument, readAt, writeAt } from './Document.ts';

const path = 'values.body';

/** The blocks of an item's body, also unknown ones; undefined if it has another structure. */
export function blocksIn(document: Document): readonly Block[] | undefined {
  const body = readAt(document, path) ?? {};
  if (!isDocument(body)) return undefined;
  const { blocks, ...others } = body;
  if (blocks === undefined && Object.keys(others).every((name) => details.has(name))) return [];
  return areBlocks(blocks) ? blocks : undefined;
}

/** What a body says beside its blocks, in fields of their own. */
const details: ReadonlySet<string> = new Set([
  ...['authors', 'excerpt', 'metaDescription', 'socialTitle', 'socialPicture', 'oldPaths'],
]);

/** What the editor does not know, it shows as it is and leaves untouched. */
function areBlocks(value: unknown): value is readonly Block[] {
  return Array.isArray(value);
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
