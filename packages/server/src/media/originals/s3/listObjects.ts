import type { S3Location } from '../../../config/s3.ts';
import { MediaUnavailable } from '../Originals.ts';
import { readS3Error } from './readS3Error.ts';
import { presignQuery } from './s3Client.ts';
import { retryTransient, type S3Timeouts, timeLimited } from './timeouts.ts';

/** An object in a listing; its key is relative to the prefix of the location. */
export type ListedObject = { readonly key: string; readonly bytes: number; readonly changedAt: number };

/** Longer than any valid page: a page has at most 1,000 keys of at most 1,024 bytes. */
const maxPageLength = 8_000_000;

/**
 * Lists the objects whose keys start with `start`, in key order, page by page. Uses version 1 of the API, which every
 * server supports: a page starts after the last key of the previous one.
 */
export async function* listObjects(
  location: S3Location,
  { uploadPart, uploadRetryFor, retryDelay }: S3Timeouts,
  start: string,
  pageSize = 1000,
): AsyncGenerator<readonly ListedObject[]> {
  for (let marker = ''; ; ) {
    const query = { prefix: location.prefix + start, 'max-keys': `${pageSize}`, ...(marker && { marker }) };
    const page = await retryTransient(uploadRetryFor, retryDelay, () =>
      timeLimited(
        fetchPage(presignQuery(location, query, new Date()), uploadPart),
        uploadPart,
        'S3 did not list its objects in time',
      ),
    );
    const objects = [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, object = '']) => ({
      key: textIn(object, 'Key'),
      bytes: Number(textIn(object, 'Size')),
      changedAt: Date.parse(textIn(object, 'LastModified')),
    }));
    if (objects.some(({ bytes, changedAt }) => !(bytes >= 0 && changedAt > 0)))
      throw new MediaUnavailable('S3 sent an unreadable listing', 'permanent');
    if (objects.length > 0)
      yield objects.map((object) => ({ ...object, key: object.key.slice(location.prefix.length) }));
    const last = objects.at(-1)?.key;
    if (textIn(page, 'IsTruncated') !== 'true' || last === undefined) return;
    marker = last;
  }
}

async function fetchPage(url: string, milliseconds: number): Promise<string> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(milliseconds) }).catch(
    // Without the cause, which contains the signed URL.
    () => {
      throw new MediaUnavailable("S3 can't be reached", 'transient');
    },
  );
  if (response.status !== 200)
    throw (await readS3Error(response)) ?? new MediaUnavailable('S3 has no such bucket', 'permanent');
  const text = await response.text();
  if (text.length <= maxPageLength && text.includes('</ListBucketResult>')) return text;
  throw new MediaUnavailable('S3 sent an incomplete listing', 'transient');
}

function textIn(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  return text.replaceAll(/&(?:#(\d{1,6})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, word) => {
    if (word !== undefined) return entities[String(word)] ?? whole;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
