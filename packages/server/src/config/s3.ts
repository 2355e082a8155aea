import { publicUrl, type Rule } from './rules.ts';

type FolderStore = { readonly type: 'folder'; readonly folder: string };

/** Where originals are stored, as the setting names it; `prefix` is empty or ends with a slash. */
export type NamedStore =
  | FolderStore
  | { readonly type: 's3'; readonly bucket: string; readonly prefix: string };

/** Where originals are stored, with everything needed to reach it. */
export type MediaStore = FolderStore | { readonly type: 's3'; readonly place: S3Location };

/** A bucket, and how to reach it. */
export type S3Location = Readonly<ReturnType<typeof readS3Location>>;

/** Where originals are stored, as text. */
export const mediaStore: Rule<NamedStore> = {
  rule: 'must be s3://bucket, s3://bucket/prefix or folder:<path>',
  parse: (given) => {
    const [, scheme, rest = ''] = /^(s3:\/\/|folder:)([^\0]+)$/.exec(given) ?? [];
    if (scheme === undefined) return undefined;
    if (scheme === 'folder:') return { type: 'folder', folder: rest };
    const [bucket = '', ...names] = rest.replace(/\/$/, '').split('/');
    const isRight = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) && names.every(isPlainName);
    return isRight ? { type: 's3', bucket, prefix: names.map((name) => `${name}/`).join('') } : undefined;
  },
};

function isPlainName(name: string): boolean {
  return /^[A-Za-z0-9._~-]+$/.test(name) && !/^\.+$/.test(name);
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Adds the options of S3 to a store there. */
export function withS3Options(store: NamedStore, env: Environment, faults: string[]): MediaStore {
  return store.type === 'folder' ? store : { type: 's3', place: readS3Location(store, env, faults) };
}

/** Reads the variables that all S3 programs use. Never show them: they include keys. */
function readS3Location(
  { bucket, prefix }: Extract<NamedStore, { type: 's3' }>,
  env: Environment,
  faults: string[],
) {
  const given = (...names: readonly string[]) => names.find((name) => (env[name] ?? '') !== '');
  const needed = (name: string) => {
    if (given(name) === undefined) faults.push(`${name} must be set, since originals are in S3`);
    return env[name] ?? '';
  };
  const endpointName = given('AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL');
  const endpoint = endpointName === undefined ? undefined : publicUrl.parse(env[endpointName] ?? '');
  if (endpointName !== undefined && endpoint === undefined) faults.push(`${endpointName} ${publicUrl.rule}`);
  return {
    bucket,
    prefix,
    /** Undefined: that of Amazon. */
    endpoint,
    region: env[given('AWS_REGION', 'AWS_DEFAULT_REGION') ?? ''] ?? 'us-east-1',
    accessKeyId: needed('AWS_ACCESS_KEY_ID'),
    secretAccessKey: needed('AWS_SECRET_ACCESS_KEY'),
    sessionToken: env[given('AWS_SESSION_TOKEN') ?? ''],
  };
}
