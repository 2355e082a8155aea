import { roleNames } from '@newsstand/contract/manage/plain';
import { z } from 'zod';
import type { AccessPolicy, AuthToken, Factor, Operator } from './Admin.ts';

const roleGrant = z.strictObject({
  projectId: z.string(),
  spaceId: z.string().optional(),
  instanceId: z.string().optional(),
  role: z.enum(roleNames),
  provider: z.string().optional(),
  givenBy: z.string().optional(),
  givenAt: z.number().optional(),
});
const operator = z.object({
  operatorId: z.string(),
  name: z.string(),
  roles: z.array(roleGrant),
  passwordHash: z.string().optional(),
  createdAt: z.number(),
  email: z.string().optional(),
  unconfirmedEmail: z.object({ address: z.string(), sha256: z.string(), expiresAt: z.number() }).optional(),
  reviewMail: z.boolean().optional(),
  language: z.string().optional(),
});
const authToken = z.object({
  sha256: z.string(),
  type: z.enum([
    'session',
    'token',
    'invitation',
    'pending',
    'challenge',
    'provider',
    'logout',
    'breakGlass',
  ]),
  operatorId: z.string().optional(),
  id: z.string(),
  name: z.string().optional(),
  createdAt: z.number(),
  expiresAt: z.number().optional(),
  lastUsedAt: z.number().optional(),
  scopes: z.array(roleGrant).optional(),
  userAgent: z.string().optional(),
  address: z.string().optional(),
  lastAddress: z.string().optional(),
  methods: z.array(z.string()).optional(),
  isTwoFactor: z.boolean().optional(),
  confirmedAt: z.number().optional(),
  providerSession: z
    .object({
      ...{ provider: z.string(), issuer: z.string(), subject: z.string() },
      ...{ sid: z.string().optional(), idToken: z.string().optional() },
    })
    .optional(),
  providerSignIn: z
    .object({
      ...{ provider: z.string(), returnTo: z.string().optional() },
      ...{ invitationSha256: z.string().optional(), sessionSha256: z.string().optional() },
    })
    .optional(),
});
const factorOwner = { factorId: z.string(), operatorId: z.string(), createdAt: z.number() };
const factor = z.discriminatedUnion('type', [
  z.object({
    ...factorOwner,
    type: z.literal('passkey'),
    name: z.string(),
    publicKey: z.string(),
    counter: z.number(),
    transports: z.array(z.string()),
    lastUsedAt: z.number().optional(),
  }),
  z.object({ ...factorOwner, type: z.literal('totp'), secret: z.string(), lastStep: z.number() }),
  z.object({ ...factorOwner, type: z.literal('recovery') }),
  z.object({
    ...factorOwner,
    type: z.literal('identity'),
    ...{ provider: z.string(), issuer: z.string(), subject: z.string(), name: z.string() },
    lastUsedAt: z.number().optional(),
  }),
]);
const accessPolicy = z.object({
  secondFactorRoles: z.array(z.enum(roleNames)),
  passwords: z.boolean().optional(),
});

/** An operator as stored text: always the same members in the same order. */
export function encodeOperator(value: Operator): string {
  return JSON.stringify(operator.parse(value));
}

/** Reads what `encodeOperator` wrote. */
export function decodeOperator(text: string): Operator {
  return operator.parse(JSON.parse(text));
}

/** A token as stored text: always the same members in the same order. */
export function encodeAuthToken(value: AuthToken): string {
  return JSON.stringify(authToken.parse(value));
}

/** Reads what `encodeAuthToken` wrote. */
export function decodeAuthToken(text: string): AuthToken {
  return authToken.parse(JSON.parse(text));
}

/** The oldest first, in every engine. */
export function decodeAuthTokens(texts: readonly string[]): readonly AuthToken[] {
  return texts
    .map(decodeAuthToken)
    .toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
}

/** A factor as stored text: always the same members in the same order. */
export function encodeFactor(value: Factor): string {
  return JSON.stringify(factor.parse(value));
}

/** Reads what `encodeFactor` wrote. */
export function decodeFactor(text: string): Factor {
  return factor.parse(JSON.parse(text));
}

/** The oldest first, in every engine. */
export function decodeFactors(texts: readonly string[]): readonly Factor[] {
  return texts
    .map(decodeFactor)
    .toSorted((one, other) => one.createdAt - other.createdAt || (one.factorId < other.factorId ? -1 : 1));
}

/** The access policy as stored text. */
export function encodeAccessPolicy(value: AccessPolicy): string {
  return JSON.stringify(accessPolicy.parse(value));
}

/** Reads what `encodeAccessPolicy` wrote; undefined for a store in which nobody has set one. */
export function decodeAccessPolicy(text: string | undefined): AccessPolicy {
  return text === undefined ? { secondFactorRoles: [] } : accessPolicy.parse(JSON.parse(text));
}
