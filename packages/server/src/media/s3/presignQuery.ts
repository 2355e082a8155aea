import { createHash, createHmac } from 'node:crypto';
import { bucketUrl, type S3Place } from './s3Client.ts';

/**
 * The signed address of a bucket with a query, by the letter of AWS Signature Version 4: the runtime's client signs no
 * queries of ours.
 */
export function presignQuery(
  place: S3Place,
  query: Readonly<Record<string, string>>,
  now: Date,
  expiresIn = 900,
): string {
  const { origin, pathname, host } = bucketUrl(place);
  const moment = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const scope = [moment.slice(0, 8), place.region, 's3', 'aws4_request'];
  const members = {
    ...query,
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': [place.accessKeyId, ...scope].join('/'),
    'X-Amz-Date': moment,
    'X-Amz-Expires': `${expiresIn}`,
    'X-Amz-SignedHeaders': 'host',
    ...(place.sessionToken === undefined ? {} : { 'X-Amz-Security-Token': place.sessionToken }),
  };
  const written = Object.entries(members)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const request = ['GET', pathname, written, `host:${host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const text = [algorithm, moment, scope.join('/'), sha256(request)].join('\n');
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${place.secretAccessKey}`);
  return `${origin}${pathname}?${written}&X-Amz-Signature=${hmac(key, text).toString('hex')}`;
}

const algorithm = 'AWS4-HMAC-SHA256';

/** Everything but the unreserved characters, as the signature wants it. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
