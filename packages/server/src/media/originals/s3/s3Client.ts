import { createHash, createHmac } from 'node:crypto';
import { S3Client } from 'bun';
import type { S3Location } from '../../../config/s3.ts';

/** The URL of the bucket itself, which lists its objects. */
function bucketUrl({ bucket, endpoint, region }: S3Location): URL {
  const own = endpoint === undefined ? amazonEndpoint(bucket, region) : { endpoint };
  return new URL('virtualHostedStyle' in own ? own.endpoint : `${own.endpoint}/${bucket}`);
}

/** The runtime's S3 client. */
export function s3Client({ bucket, endpoint, region, sessionToken, ...location }: S3Location): S3Client {
  const { accessKeyId, secretAccessKey } = location;
  return new S3Client({
    ...{ bucket, region, accessKeyId, secretAccessKey },
    ...(sessionToken === undefined ? {} : { sessionToken }),
    // Always given: otherwise the runtime reads it from environment variables that are not ours.
    ...(endpoint === undefined ? amazonEndpoint(bucket, region) : { endpoint }),
  });
}

/** Amazon wants the bucket in the host name, but has no certificate for names with a dot. */
function amazonEndpoint(bucket: string, region: string) {
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  if (bucket.includes('.')) return { endpoint: `https://${host}` };
  return { endpoint: `https://${bucket}.${host}`, virtualHostedStyle: true };
}

/** A presigned URL of a bucket with a query (AWS Signature Version 4), which the runtime's client can't make. */
export function presignQuery(
  location: S3Location,
  query: Readonly<Record<string, string>>,
  now: Date,
  expiresIn = 900,
): string {
  const { origin, pathname, host } = bucketUrl(location);
  const timestamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const scope = [timestamp.slice(0, 8), location.region, 's3', 'aws4_request'];
  const parameters = {
    ...query,
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': [location.accessKeyId, ...scope].join('/'),
    'X-Amz-Date': timestamp,
    'X-Amz-Expires': `${expiresIn}`,
    'X-Amz-SignedHeaders': 'host',
    ...(location.sessionToken === undefined ? {} : { 'X-Amz-Security-Token': location.sessionToken }),
  };
  const search = Object.entries(parameters)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const request = ['GET', pathname, search, `host:${host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const text = [algorithm, timestamp, scope.join('/'), sha256(request)].join('\n');
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${location.secretAccessKey}`);
  return `${origin}${pathname}?${search}&X-Amz-Signature=${hmac(key, text).toString('hex')}`;
}

const algorithm = 'AWS4-HMAC-SHA256';

/** Encodes everything but the unreserved characters, as the signature requires. */
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
