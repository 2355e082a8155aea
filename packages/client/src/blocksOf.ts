import type { Block, ListItem } from './contract/blocks.ts';
import { detailsOf } from './detailsOf.ts';

/** A body that follows the convention of blocks, for `createClient<BlockBody>(…)`. */
export interface BlockBody {
  blocks: Block[];
  /** The names of the authors. */
  authors?: string[];
  /** A short text about it, as plain text. */
  excerpt?: string;
  /** What search engines and social networks show of it, where it is not the excerpt. */
  metaDescription?: string;
  /** Its title on social networks, where it is another one. */
  socialTitle?: string;
  /** Its picture on social networks, where it is another one. */
  socialPicture?: { mediaId: string };
  /** Where it was before it moved: paths, percent-encoded. */
  oldPaths?: string[];
}

type Members = Readonly<Record<string, unknown>>;
const isName = (text: string): boolean => /^(?!\.\.?$)[\w.~-]{1,128}$/.test(text);

const picture = ' mediaId? url? caption? width? height?';

/** The members of each block; a question mark marks optional ones. */
const shapes: Readonly<Record<string, string>> = {
  heading: 'level text id?',
  paragraph: 'text',
  list: 'items ordered?',
  image: `alt? link?${picture}`,
  video: picture,
  quote: 'text cite?',
  code: 'text language?',
  html: 'html',
  table: 'rows header? caption?',
  divider: '',
  gallery: 'images caption?',
  callout: 'tone text title?',
  embed: 'url title? caption? width? height?',
  footnotes: 'notes',
  related: 'items title?',
};

/** The members of what some blocks hold several of. */
const parts: Readonly<Record<string, string>> = {
  images: `alt?${picture}`,
  notes: 'id text',
  items: 'app instanceId contentId title',
};

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
 * The IDs of all media that a body shows, and of its picture on social networks, each once and in order, to be fetched in one request. Invalid IDs are left
 * out, because the service rejects a request that contains one.
 */
export function mediaIdsOf(body: unknown): string[] {
  const ids = (blocksOf(body) ?? []).flatMap((block) =>
    (block.type === 'gallery' ? block.images : 'mediaId' in block ? [block] : []).map(
      ({ mediaId = '' }) => mediaId,
    ),
  );
  const { socialPicture = '' } = detailsOf(body);
  return [...new Set([...ids, socialPicture])].filter(isName);
}

function readBlock(value: unknown): unknown {
  const { type, items }: Members = isObject(value) ? value : {};
  if (typeof type !== 'string' || !Object.hasOwn(shapes, type)) return undefined;
  const read = readMembers(value, shapes[type] ?? '');
  return read && { type, ...read, ...(type === 'list' && { items: readItems(items, 1) }) };
}

/** The members that an object may have, as far as they are what they must be; undefined if it lacks one that it needs. */
function readMembers(value: unknown, shape: string): Members | undefined {
  if (!isObject(value)) return undefined;
  const read: Record<string, unknown> = {};
  for (const [, name = '', mark] of shape.matchAll(/(\w+)(\?)?/g)) {
    if (isFit(name, value[name])) read[name] = readMember(name, value[name]);
    else if (mark === undefined) return undefined;
  }
  return read;
}

/** Whether a member is what it must be; a name means the same in every block. */
function isFit(name: string, value: unknown): boolean {
  if (/^(width|height|level)$/.test(name))
    return Number.isSafeInteger(value) && Number(value) > 0 && (name !== 'level' || Number(value) < 7);
  if (/^(ordered|header)$/.test(name)) return typeof value === 'boolean';
  if (/^(items|rows|images|notes)$/.test(name)) return Array.isArray(value);
  if (typeof value !== 'string') return false;
  if (name === 'tone') return /^(info|tip|warning|danger)$/.test(value);
  if (name === 'app') return /^(news|banner)$/.test(value);
  return !/.Id$/.test(name) || name === 'mediaId' || isName(value);
}

function readMember(name: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  if (name === 'rows') return value.map(readRow);
  return value.map((part) => readMembers(part, parts[name] ?? '')).filter((part) => part !== undefined);
}

function readRow(row: unknown): string[] {
  return Array.isArray(row) ? row.map((cell) => (typeof cell === 'string' ? cell : '')) : [];
}

function isBlock(value: unknown): value is Block {
  return value !== undefined;
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
