import { makeVocabulary, seededRandom } from '../content.ts';
import type { Server } from '../measure.ts';
import { itemPath, newsPath } from '../service.ts';

/** The same requests to both: one path again and again, or several, one after another. */
export type Requests = { readonly ours: readonly string[]; readonly theirs: readonly string[] };

/** The requests of each round. */
export type PeerWorkload = { readonly name: string; readonly requests: (round: number) => Requests };

/** All workloads. */
export async function peerWorkloads(items: number, strapi: Server): Promise<readonly PeerWorkload[]> {
  const documentId = await documentOf(strapi, 'item-1');
  const last = Math.max(1, Math.floor(items * 0.09));
  return [
    again('list of 10', ourList(), theirList()),
    again(
      'list of 10 with category and tags',
      ourList({ includeCategory: 'true', includeTags: 'true' }),
      theirList(populate),
    ),
    again(`page ${last}`, ourList({ page: `${last}` }), theirList({ 'pagination[page]': `${last}` })),
    { name: 'title searches, all different', requests: titleSearches },
    again('one item with category and tags', itemPath, `/api/articles/${documentId}?${query(populate)}`),
  ];
}

/** Strapi generates its document IDs. */
async function documentOf(strapi: Server, alias: string): Promise<string> {
  const response = await fetch(`${strapi.url}/api/articles?${query({ 'filters[alias][$eq]': alias })}`);
  const text = await response.text();
  const documentId = /"documentId":"(\w+)"/.exec(text)?.[1];
  if (documentId === undefined) throw new Error(`Strapi does not have ${alias}: ${text.slice(0, 200)}`);
  return documentId;
}

const populate = { 'populate[0]': 'category', 'populate[1]': 'tags' };

function again(name: string, ours: string, theirs: string): PeerWorkload {
  return { name, requests: () => ({ ours: [ours], theirs: [theirs] }) };
}

type Values = Readonly<Record<string, string>>;

function ourList(more: Values = {}, size = 10): string {
  return `${newsPath}?${query({ size: `${size}`, ...more })}`;
}

function theirList(more: Values = {}, size = 10): string {
  return `/api/articles?${query({ sort: 'writtenAt:desc', 'pagination[pageSize]': `${size}`, ...more })}`;
}

function query(values: Values): string {
  return new URLSearchParams(values).toString();
}

/** Each round requests one more item per page, so that no response is requested twice. */
function titleSearches(round: number): Requests {
  const size = 10 + round;
  const texts = searchTexts();
  return {
    ours: texts.map((text) => ourList({ search: text }, size)),
    theirs: texts.map((text) => theirList({ 'filters[title][$containsi]': text }, size)),
  };
}

/** The words of the titles and their prefixes of at least two characters, shuffled. */
function searchTexts(): readonly string[] {
  const { english, japanese } = makeVocabulary(seededRandom(1));
  const random = seededRandom(8);
  const beginnings = [...english, ...japanese].flatMap((word) =>
    Array.from({ length: Math.max(0, word.length - 1) }, (_, n) => word.slice(0, n + 2)),
  );
  return [...new Set(beginnings)]
    .map((text) => ({ text, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ text }) => text);
}
