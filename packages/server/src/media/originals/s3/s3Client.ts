import { S3Client } from 'bun';
import type { S3Location } from '../../../config/mediaStore.ts';

/** The URL of the bucket itself, which lists its objects. */
export function bucketUrl({ bucket, endpoint, region }: S3Location): URL {
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
