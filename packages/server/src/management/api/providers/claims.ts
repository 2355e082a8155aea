import type { RoleGrant } from '@newsstand/contract/manage';
import type { Provider } from './Provider.ts';

/** What a provider has signed about somebody. Nothing in it is trusted to have any type. */
export type Claims = Readonly<Record<string, unknown>>;

/** Why somebody may not come in. */
export type ClaimsRefusal = 'subject_invalid' | 'email_unverified' | 'email_refused';

/** The subject, if it is one: OpenID Connect allows at most 255 ASCII characters. */
export function subjectOf({ sub }: Claims): string | undefined {
  return typeof sub === 'string' && /^[\x20-\x7e]{1,255}$/.test(sub) ? sub : undefined;
}

/** Whether the provider's rules let somebody in; the reason if not. */
export function refusalOf({ emailDomains }: Provider, claims: Claims): ClaimsRefusal | undefined {
  if (subjectOf(claims) === undefined) return 'subject_invalid';
  if (emailDomains === undefined) return undefined;
  // An address that nobody has verified is what somebody typed.
  if (claims['email_verified'] !== true) return 'email_unverified';
  const domain = /^[^@\s]+@([^@\s]+)$/.exec(textOf(claims['email']))?.[1]?.toLowerCase() ?? '';
  return emailDomains.includes(domain) ? undefined : 'email_refused';
}

/** The roles that the claims give, and those that everybody has who comes in by this provider. */
export function rolesOf({ roles, defaultRoles = [] }: Provider, claims: Claims): readonly RoleGrant[] {
  if (roles === undefined) return defaultRoles;
  const { claim, map } = roles;
  const values = new Set(valuesAt(claims, typeof claim === 'string' ? [claim] : claim));
  // By the map, not by the claim: the provider decides which roles there are, and not how many are looked up.
  const mapped = Object.entries(map).filter(([value]) => values.has(value));
  return [...defaultRoles, ...mapped.flatMap(([, grants]) => grants)];
}

/** Whether the provider counts as a second factor too. */
export function isTwoFactor({ isSecondFactor = false }: Provider, claims: Claims): boolean {
  if (typeof isSecondFactor === 'boolean') return isSecondFactor;
  const { acr, amr } = isSecondFactor;
  const hasAcr = acr === undefined || acr.includes(textOf(claims['acr']));
  const methods = valuesAt(claims, ['amr']);
  return hasAcr && (amr === undefined || amr.some((method) => methods.includes(method)));
}

/** The strings at a path: one, or a list of them. Everything else gives nothing. */
function valuesAt(claims: Claims, path: readonly string[]): readonly string[] {
  let found: unknown = claims;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return [];
    found = Object.getOwnPropertyDescriptor(found, name)?.value;
  }
  const list: readonly unknown[] = Array.isArray(found) ? found : [found];
  return list.filter((value) => typeof value === 'string');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const mostLabel = 100;

/** How an identity is shown to its owner: an address, a name, or else the subject. */
export function labelOf(claims: Claims): string {
  return firstText(claims, ['email', 'preferred_username', 'name', 'sub']) ?? '?';
}

/** The name that others see. */
export function displayNameOf(claims: Claims): string {
  return firstText(claims, ['name', 'preferred_username', 'email', 'sub']) ?? '?';
}

function firstText(claims: Claims, names: readonly string[]): string | undefined {
  return names
    .map((name) =>
      textOf(claims[name])
        .toWellFormed()
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim(),
    )
    .map((text) => [...text].slice(0, mostLabel).join('').slice(0, mostLabel).toWellFormed().trim())
    .find((text) => text !== '');
}

/**
 * The name to sign in with of a new account, by a name that nobody has yet. It identifies nobody: accounts are found by
 * issuer and subject.
 */
export function newOperatorId(
  { id }: Pick<Provider, 'id'>,
  claims: Claims,
  isTaken: (operatorId: string) => boolean,
): string {
  const verified = claims['email_verified'] === true ? textOf(claims['email']) : '';
  const wanted = verified || textOf(claims['preferred_username']) || `${id}-${textOf(claims['sub'])}`;
  const plain = wanted
    .toLowerCase()
    .replaceAll(/[^a-z0-9._@+-]/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 100);
  const base = plain === '' ? id : plain;
  for (let number = 1; ; number++) {
    const operatorId = number === 1 ? base : `${base}-${number}`;
    if (!isTaken(operatorId)) return operatorId;
  }
}
