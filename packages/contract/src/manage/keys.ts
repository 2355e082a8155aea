import { z } from 'zod';
import { breaks } from '../rules.ts';
import { id, shortText, timestamp } from '../text.ts';
import { route } from './route.ts';

const grant = z
  .strictObject({ projectId: id, spaceId: id.optional(), instanceId: id.optional() })
  .refine(
    ({ spaceId, instanceId }) => instanceId === undefined || spaceId !== undefined,
    breaks('instance_without_space'),
  );

const keyName = shortText.meta({ description: 'What the key is for.' });

/** A key to be created. */
export const keyOrder = z.strictObject({
  name: keyName,
  grants: z.array(grant).min(1).max(100),
  preview: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether it can see drafts and what is not live.' }),
  expiresAt: timestamp.optional(),
});

/** A key for readers, without its secret. */
export const key = z
  .strictObject({
    key: z.string(),
    // Keys that the command line made may have longer names.
    name: z.string().meta({ description: 'What the key is for.' }),
    grants: z.array(grant),
    preview: z.boolean(),
    state: z.enum(['active', 'expired', 'revoked']),
    createdAt: timestamp,
    expiresAt: timestamp.optional(),
    revokedAt: timestamp.optional(),
    oldSecretUntil: timestamp.optional().meta({ description: 'Until when the previous secret works.' }),
    lastUsedAt: timestamp.optional(),
    requestsToday: z.int().meta({ description: 'Requests since midnight, UTC.' }),
  })
  .meta({ id: 'Key', description: 'A key for readers, without its secret.' });

/** A key with its secret, which is shown only once. */
export const issuedKey = key
  .extend({ secret: z.string() })
  .meta({ id: 'IssuedKey', description: 'A key with its secret, which is shown only once.' });

/** How a key gets a new secret. */
export const keyRotation = z.strictObject({
  graceMilliseconds: z
    .int()
    .min(0)
    .max(90 * 86_400_000)
    .default(86_400_000)
    .meta({ description: 'How long the previous secret keeps working.' }),
});

/** The routes of keys. */
export const keyRoutes = [
  route('listKeys', 'GET', '/keys', 'List keys', 'operator', { answer: z.array(key) }),
  route('createKey', 'POST', '/keys', 'Create a key', 'operator', {
    confirmation: 'confirmedOrToken',
    body: keyOrder,
    answer: issuedKey,
    status: 201,
  }),
  route('rotateKey', 'POST', '/keys/{key}/rotate', 'Give a key a new secret', 'operator', {
    ...{ confirmation: 'confirmedOrToken', body: keyRotation, answer: issuedKey },
  }),
  route('revokeKey', 'POST', '/keys/{key}/revoke', 'Revoke a key', 'operator', {
    confirmation: 'none',
    answer: key,
  }),
] as const;

/** A key for readers. */
export type KeyView = z.infer<typeof key>;
/** A key with its secret. */
export type IssuedKey = z.infer<typeof issuedKey>;
/** A key to be created. */
export type KeyOrder = z.input<typeof keyOrder>;
