import {
  type Fault,
  faultAt,
  isLinkTarget,
  isObject,
  isPlaylistUrl,
  memberPath,
  recordSchemas,
  sizeFaults,
} from '@newsstand/contract';
import { attributesOf, decodeReference, linkSchemes, tokenize } from '@newsstand/html';
import type { PutLine } from './checkLine.ts';

/**
 * What content that comes in must keep beyond its schema. Schemas describe everything that a store may hold, and some of
 * that is older than these rules. `hasFile`: a media has a file of its own.
 */
export function ruleFaults(line: PutLine, hasFile: boolean): readonly Fault[] {
  if (line.kind === 'instance') return [];
  return [
    ...sizeFaults(recordSchemas[line.kind], line),
    ...aliasFaults(line.alias),
    ...(line.kind === 'media' && line.type === 'video' && !hasFile ? videoFaults(line.accessUrl) : []),
    ...(line.kind === 'banner' ? urlFaults(line.values.url) : []),
    ...(line.kind === 'news' ? bodyLinkFaults(line.values.body) : []),
  ];
}

/** A single or double dot has another meaning in a path, so the item could not be reached by it. */
function aliasFaults(alias: string | undefined): readonly Fault[] {
  return alias === '.' || alias === '..' ? [faultAt('alias', 'dots')] : [];
}

function videoFaults(accessUrl: string | undefined): readonly Fault[] {
  if (accessUrl !== undefined && isPlaylistUrl(accessUrl)) return [];
  return [faultAt('accessUrl', accessUrl === undefined ? 'video_url_missing' : 'not_playlist')];
}

function urlFaults(url: string | undefined): readonly Fault[] {
  if (url === undefined || isLinkTarget(url)) return [];
  return [faultAt('values.url', url === '' ? 'empty_link' : 'not_link')];
}

/** Times between which an item would never be seen; refused where people write, a warning in an import. */
export function timesFault(line: PutLine): Fault | undefined {
  if (line.kind !== 'news' && line.kind !== 'banner') return undefined;
  const { openingAt, closingAt } = line;
  if (openingAt === undefined || closingAt === undefined || openingAt < closingAt) return undefined;
  return faultAt('closingAt', 'closes_before_opening', { openingAt });
}

/** The members of an item that decide whether it is published. */
type Publication = { readonly status?: string | undefined; readonly reservedAt?: number | undefined };

/** The status of an item at a given time: from `reservedAt` on it is published, whatever its own status says. */
export function statusAt({ status, reservedAt }: Publication, at: number): string | undefined {
  return reservedAt !== undefined && reservedAt <= at ? 'published' : status;
}

/** Whether an item would be published although its status says `draft`: its `reservedAt` has passed. */
export function isPublishedDraft(item: Publication, now: number): boolean {
  return item.status === 'draft' && statusAt(item, now) === 'published';
}

const safeSchemes: ReadonlySet<string> = new Set(linkSchemes);

/** The members of a block that are a link or an address, whole. */
const linkMembers: ReadonlySet<PropertyKey> = new Set(['url', 'link']);

/** A link in a tag that never ends. */
const href = /\bhref\s*=\s*["']?([^\s>"']+)/gi;

/** A body full of faults must not get an endless response. */
const mostFaults = 100;

/**
 * The links in the blocks of a body that would run something rather than lead anywhere, as `javascript:` does. Renderers
 * drop them anyway. HTML blocks are left to them.
 */
export function bodyLinkFaults(body: unknown): readonly Fault[] {
  const blocks = isObject(body) ? body['blocks'] : undefined;
  if (!Array.isArray(blocks)) return [];
  const faults: Fault[] = [];
  const visit = (value: unknown, path: readonly PropertyKey[]): void => {
    if (faults.length >= mostFaults) return;
    if (typeof value === 'string') {
      const links = linkMembers.has(path.at(-1) ?? '') ? [value] : hrefsIn(value);
      if (links.some(isUnsafeLink)) faults.push(faultAt(memberPath(path), 'unsafe_link'));
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value))
        visit(member, [...path, Array.isArray(value) ? Number(name) : name]);
    }
  };
  for (const [index, block] of blocks.entries()) {
    const isPlain = isObject(block) && (block['type'] === 'html' || block['type'] === 'code');
    if (!isPlain) visit(block, ['values', 'body', 'blocks', index]);
  }
  return faults;
}

/** Only a tag has links: an article may talk about `href`. */
function hrefsIn(text: string): readonly string[] {
  if (!/href/i.test(text)) return [];
  return Array.from(tokenize(text, () => false)).flatMap((token) => {
    if (token.type === 'unfinished')
      return Array.from(text.slice(token.start).matchAll(href), ([, found = '']) => decoded(found));
    if (token.type !== 'tag') return [];
    return [...attributesOf(text, token)].flatMap(([name, value]) =>
      /^(?:.*:)?href$/.test(name) ? decoded(value) : [],
    );
  });
}

function decoded(text: string): string {
  return text.replace(/&[#\w]+;?/g, (found) => decodeReference(`${found.replace(/;$/, '')};`) ?? found);
}

/** Whether a link would be refused. Browsers ignore white space and control characters in a scheme. */
export function isUnsafeLink(link: string): boolean {
  const [, scheme] = /^([^:/?#]*):/.exec(link.replace(/[\s\p{Cc}]/gu, '')) ?? [];
  return scheme !== undefined && !safeSchemes.has(scheme.toLowerCase());
}
