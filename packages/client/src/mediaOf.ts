import { mediaIdsOf } from './blocksOf.ts';
import type { Media } from './contract/resources.ts';
import type { Client } from './createClient.ts';
import { largestPage } from './readers.ts';

/** How long the IDs of one request may be, so that its URL is not too long. */
const longestIds = 4000;

/** The media that some bodies show, by their IDs, usually in one request. What does not exist is missing. */
export async function mediaOf(
  client: Pick<Client, 'media'>,
  ...bodies: readonly unknown[]
): Promise<ReadonlyMap<string, Media>> {
  const pages: string[][] = [];
  for (const id of new Set(bodies.flatMap(mediaIdsOf))) {
    const page = pages.at(-1);
    if (page !== undefined && page.length < largestPage && page.join().length < longestIds) page.push(id);
    else pages.push([id]);
  }
  const found = await Promise.all(
    pages.map((mediaIds) => client.media.list({ mediaIds, size: mediaIds.length })),
  );
  return new Map(found.flatMap(({ list }) => list).map((each) => [each.mediaId, each]));
}
