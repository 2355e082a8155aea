import { S3Client } from 'bun';

/** Where objects are kept, and what opens the door. */
export type S3Place = {
  readonly bucket: string;
  /** Before the keys of all objects; empty, or with a slash at its end. */
  readonly prefix: string;
  /** Undefined: Amazon's own, of the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
};

/** The address of a bucket itself, where its objects are listed. */
export function bucketUrl({ bucket, endpoint, region }: S3Place): URL {
  const own = endpoint === undefined ? amazons(bucket, region) : { endpoint };
  return new URL('virtualHostedStyle' in own ? own.endpoint : `${own.endpoint}/${bucket}`);
}

/** The runtime's client for a place. */
export function s3Client({ bucket, endpoint, region, sessionToken, ...place }: S3Place): S3Client {
  const { accessKeyId, secretAccessKey } = place;
  return new S3Client({
    ...{ bucket, region, accessKeyId, secretAccessKey },
    ...(sessionToken === undefined ? {} : { sessionToken }),
    // Always said: otherwise the runtime looks for one in variables that are none of ours.
    ...(endpoint === undefined ? amazons(bucket, region) : { endpoint }),
  });
}

/** Amazon wants the bucket in the name of the host; one with a dot has no certificate there. */
function amazons(bucket: string, region: string) {
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  if (bucket.includes('.')) return { endpoint: `https://${host}` };
  return { endpoint: `https://${bucket}.${host}`, virtualHostedStyle: true };
}
