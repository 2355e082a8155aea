import type { S3Location } from '../../../../config/s3.ts';

/** The location of a test in an S3 server. */
export function s3LocationOf(
  { bucket, env, url }: { bucket: string; env: Readonly<Record<string, string>>; url: string },
  prefix: string,
): S3Location {
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
