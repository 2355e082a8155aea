import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { roleGrant } from '@newsstand/contract/manage';
import { z } from 'zod';
import { isLoopbackName } from '../../../http/ipAddress.ts';

const shown = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^\p{Cc}]*$/u, 'must not contain control characters');
const texts = z.array(z.string().min(1).max(300)).min(1).max(100);
const grants = z.array(roleGrant).max(1000);

/** A provider of identities that speaks OpenID Connect, as an entry of the file describes it. */
const entry = z
  .strictObject({
    /** In URLs, and beside the roles that come from it. */
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be 1 to 40 of a-z, 0-9 and -'),
    /** On its button. */
    name: shown,
    issuer: z
      .string()
      .refine(isIssuer, 'must be an https URL without query, as the provider itself states it'),
    clientId: z.string().min(1).max(500),
    clientSecret: z.string().min(1).max(1000).optional(),
    clientSecretFile: z.string().min(1).optional(),
    scopes: texts.refine((list) => list.includes('openid'), 'must include openid').optional(),
    /** Whether claims are also read from the UserInfo endpoint. */
    userinfo: z.boolean().optional(),
    roles: z
      .strictObject({
        /** The name of a claim, or the path to it. */
        claim: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(10)]),
        map: z.record(z.string(), grants.min(1)),
      })
      .optional(),
    /** What everybody has who signs in by it. */
    defaultRoles: grants.optional(),
    createsAccounts: z.boolean().optional(),
    emailDomains: z
      .array(z.string().regex(/^[a-z0-9.-]+$/, 'must be a domain in lower case, such as example.com'))
      .min(1)
      .optional(),
    /** Whether it counts as a second factor: always, or if the token has one of these values. */
    isSecondFactor: z
      .union([
        z.boolean(),
        z
          .strictObject({ acr: texts.optional(), amr: texts.optional() })
          .refine(({ acr, amr }) => acr !== undefined || amr !== undefined, 'must have acr or amr'),
      ])
      .optional(),
    /** Whether signing out everywhere also ends the session at the provider. */
    logout: z.boolean().optional(),
  })
  .refine((it) => it.clientSecret === undefined || it.clientSecretFile === undefined, {
    message: 'must have clientSecret or clientSecretFile, not both',
  });

const file = z
  .strictObject({ providers: z.array(entry).max(20) })
  .refine(({ providers }) => new Set(providers.map(({ id }) => id)).size === providers.length, {
    message: 'every provider needs an id of its own',
  })
  // Accounts belong to an issuer: who may come in by it must not depend on the button.
  .refine(({ providers }) => new Set(providers.map(({ issuer }) => issuer)).size === providers.length, {
    message: 'two providers must not have the same issuer',
  });

/** A provider of identities that speaks OpenID Connect. */
export type Provider = Omit<z.infer<typeof entry>, 'clientSecretFile'>;

/** Everything that is wrong with the file of providers. */
export class ProvidersError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ProvidersError';
    this.faults = faults;
  }
}

/** Without TLS, anyone on the way could sign in as anyone. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || /[?#\s]/.test(text) || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url.hostname));
}

/** Reads the file of providers, and the secrets that it names. Throws a `ProvidersError` that lists every fault. */
export async function readProviders(path: string): Promise<readonly Provider[]> {
  const parsed = file.safeParse(parse(await read(path, path), path), { reportInput: false });
  if (!parsed.success) {
    throw new ProvidersError(
      parsed.error.issues.map((issue) => `${path}: ${pathOf(issue.path)}${issue.message}`),
    );
  }
  return Promise.all(
    parsed.data.providers.map(async ({ clientSecretFile, ...provider }) => {
      if (clientSecretFile === undefined) return provider;
      const secret = (await read(resolve(dirname(path), clientSecretFile), path)).trim();
      if (secret === '') throw new ProvidersError([`${path}: ${clientSecretFile} is empty`]);
      return { ...provider, clientSecret: secret };
    }),
  );
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of the parser may repeat a secret.
    throw new ProvidersError([`${path}: is not JSON`]);
  }
}

async function read(path: string, listed: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? `${error.code}` : '';
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code || error})`;
    throw new ProvidersError([path === listed ? `${path} ${reason}` : `${listed}: ${path} ${reason}`]);
  }
}

/** A path into the file, such as `providers[0].roles.map: `. */
function pathOf(path: readonly PropertyKey[]): string {
  const text = path.reduce<string>(
    (before, key) => (typeof key === 'number' ? `${before}[${key}]` : `${before}.${String(key)}`),
    '',
  );
  return text === '' ? '' : `${text.replace(/^\./, '')}: `;
}
