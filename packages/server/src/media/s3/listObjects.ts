import { MediaUnavailable } from '../MediaUnavailable.ts';
import { insist, type Patience, within } from './insist.ts';
import { presignQuery } from './presignQuery.ts';
import { refusalOf } from './refusalOf.ts';
import type { S3Place } from './s3Client.ts';

/** An object in a list: its key below the prefix of the place. */
export type ListedObject = { readonly key: string; readonly bytes: number; readonly changedAt: number };

/** Longer than any page that is right: a key has 1,024 bytes at most, and a page 1,000 of them. */
const longestPage = 8_000_000;

/**
 * Lists the objects whose keys begin with something, in the order of the keys, page by page. By the first version of the
 * list, which every server understands: a page begins after the last key of the one before.
 */
export async function* listObjects(
  place: S3Place,
  { part, uploading, pause }: Patience,
  start: string,
  pageSize = 1000,
): AsyncGenerator<readonly ListedObject[]> {
  for (let marker = ''; ; ) {
    const query = { prefix: place.prefix + start, 'max-keys': `${pageSize}`, ...(marker && { marker }) };
    const page = await insist(uploading, pause, () =>
      within(part, 'S3 does not list its objects', askPage(presignQuery(place, query, new Date()), part)),
    );
    const objects = [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, object = '']) => ({
      key: textIn(object, 'Key'),
      bytes: Number(textIn(object, 'Size')),
      changedAt: Date.parse(textIn(object, 'LastModified')),
    }));
    if (objects.some(({ bytes, changedAt }) => !(bytes >= 0 && changedAt > 0)))
      throw new MediaUnavailable('S3 has sent a list that can not be read', 'lasting');
    if (objects.length > 0)
      yield objects.map((object) => ({ ...object, key: object.key.slice(place.prefix.length) }));
    const last = objects.at(-1)?.key;
    if (textIn(page, 'IsTruncated') !== 'true' || last === undefined) return;
    marker = last;
  }
}

async function askPage(address: string, longest: number): Promise<string> {
  const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(longest) }).catch(
    // Without its cause, which holds the signed address.
    () => {
      throw new MediaUnavailable("S3 can't be reached", 'passing');
    },
  );
  if (response.status !== 200)
    throw (await refusalOf(response)) ?? new MediaUnavailable('S3 lists nothing', 'lasting');
  const text = await response.text();
  if (text.length <= longestPage && text.includes('</ListBucketResult>')) return text;
  throw new MediaUnavailable('S3 has sent a list that is not whole', 'passing');
}

function textIn(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  return text.replaceAll(/&(?:#(\d{1,6})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, word) => {
    if (word !== undefined) return entities[String(word)] ?? whole;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
