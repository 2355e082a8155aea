import type { Fetch } from '../request.ts';

/** How responses are cached. */
export interface NextFetchOptions {
  /** After how many seconds a response is requested again, even if no webhook has called. Default: never. */
  revalidate?: number | undefined;
}

/**
 * A `fetch` for `createClient` that keeps responses in the data cache of Next.js until `webhookRoute` hears of a change: everything
 * has the tag `newsstand`, and what is read of an instance also `newsstand:<instanceId>`.
 */
export function nextFetch({ revalidate }: NextFetchOptions = {}): Fetch {
  return (address, init) => {
    // Streams never end, so they can't be kept.
    if (/\/events\/projects\//.test(address)) return fetch(address, { ...init, cache: 'no-store' });
    const next = { tags: tagsOf(address), ...(revalidate !== undefined && { revalidate }) };
    const kept: RequestInit & { next: object } = { ...init, cache: 'force-cache', next };
    return fetch(address, kept);
  };
}

/** Of everything that the client has read. */
export const spaceTag = 'newsstand';

/** Of what it has read of an instance. */
export const instanceTag = (instanceId: string): string => `${spaceTag}:${instanceId}`;

function tagsOf(address: string): string[] {
  const [, instanceId] = /\/instances\/([^/?]+)/.exec(address) ?? [];
  return instanceId === undefined ? [spaceTag] : [spaceTag, instanceTag(decodeURIComponent(instanceId))];
}
