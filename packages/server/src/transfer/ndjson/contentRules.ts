import { type Fault, faultAt, isLinkTarget, isPlaylistUrl } from '@newsstand/contract';
import { bodyLinkFaults } from './bodyLinks.ts';
import type { PutLine } from './checkLine.ts';

/**
 * What content that comes in must keep beyond its schema. Schemas describe everything that a store may hold, and some of
 * that is older than these rules. `hasFile`: a media has a file of its own.
 */
export function ruleFaults(line: PutLine, hasFile: boolean): readonly Fault[] {
  if (line.kind === 'instance') return [];
  return [
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
