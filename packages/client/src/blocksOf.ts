import type { Block, ListItem } from './contract/blocks.ts';

type Members = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isSide: Check = (value) => Number.isSafeInteger(value) && Number(value) > 0;

/** What members other than text must be; a name means the same in every block. */
const checks = new Map<string, Check>([
  ['width', isSide],
  ['height', isSide],
  ['level', (value) => isSide(value) && Number(value) <= 6],
  ['ordered', (value) => typeof value === 'boolean'],
  ['items', Array.isArray],
]);

/** The members of each block: required ones, and the others. */
const shapes = new Map<unknown, readonly [needed: string, others: string]>([
  ['heading', ['level text', 'id']],
  ['paragraph', ['text', '']],
  ['list', ['items', 'ordered']],
  ['image', ['', 'mediaId url alt caption link width height']],
  ['video', ['', 'mediaId url caption width height']],
  ['quote', ['text', 'cite']],
  ['code', ['text', 'language']],
  ['html', ['html', '']],
]);

/** Deeper lists are dropped, so that rendering may be recursive. */
const deepestList = 10;

/**
 * The blocks of a body. Whatever does not follow the convention is left out. Undefined if the body has another shape.
 */
export function blocksOf(body: unknown): readonly Block[] | undefined {
  const blocks = isObject(body) ? body['blocks'] : undefined;
  return Array.isArray(blocks) ? blocks.map(readBlock).filter(isBlock) : undefined;
}

/**
 * The IDs of all media that a body shows, each once and in order, to be fetched in one request. Invalid IDs are left
 * out, because the service rejects a request that contains one.
 */
export function mediaIdsOf(body: unknown): string[] {
  const ids = (blocksOf(body) ?? []).map((block) => ('mediaId' in block ? (block.mediaId ?? '') : ''));
  return [...new Set(ids)].filter((id) => /^(?!\.\.?$)[\w.~-]{1,128}$/.test(id));
}

function readBlock(value: unknown): unknown {
  const [needed, others] = (isObject(value) && shapes.get(value['type'])) || [];
  if (!isObject(value) || needed === undefined) return undefined;
  const names = wordsOf(`${needed} ${others}`).filter((name) => isFit(name, value[name]));
  const block = { type: value['type'], ...Object.fromEntries(names.map((name) => [name, value[name]])) };
  return 'items' in block ? { ...block, items: readItems(value['items'], 1) } : block;
}

function wordsOf(text: string): readonly string[] {
  return text.match(/\w+/g) ?? [];
}

function isFit(name: string, value: unknown): boolean {
  return checks.get(name)?.(value) ?? typeof value === 'string';
}

function isBlock(value: unknown): value is Block {
  if (!isObject(value)) return false;
  const [needed = ''] = shapes.get(value['type']) ?? [];
  return wordsOf(needed).every((name) => name in value);
}

function readItems(items: unknown, depth: number): ListItem[] {
  if (!Array.isArray(items) || depth > deepestList) return [];
  return items.filter(isObject).map(({ text, list }) => {
    const item = { text: typeof text === 'string' ? text : '' };
    if (!isObject(list)) return item;
    const ordered = list['ordered'] === true;
    return { ...item, list: { ordered, items: readItems(list['items'], depth + 1) } };
  });
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}
