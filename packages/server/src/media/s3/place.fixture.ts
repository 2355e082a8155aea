import type { S3Place } from './s3Client.ts';

/** The place of a test in an S3 server that tests have started. */
export function placeOf(
  { bucket, env, url }: { bucket: string; env: Readonly<Record<string, string>>; url: string },
  prefix: string,
): S3Place {
  return {
    bucket,
    prefix,
    endpoint: url,
    region: env['AWS_REGION'] ?? '',
    accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '',
    sessionToken: undefined,
  };
}
