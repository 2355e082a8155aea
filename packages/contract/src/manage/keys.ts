import { z } from 'zod';
import { id, shortText, timestamp } from '../text.ts';

const grant = z
  .strictObject({ projectId: id, spaceId: id.optional(), instanceId: id.optional() })
  .refine(
    ({ spaceId, instanceId }) => instanceId === undefined || spaceId !== undefined,
    'an instance needs its space',
  );

const keyName = shortText.meta({ description: 'What the key is for.' });

/** A key to be made. */
export const keyOrder = z.strictObject({
  name: keyName,
  grants: z.array(grant).min(1).max(100),
  preview: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether it may see drafts and what is not live.' }),
  expiresAt: timestamp.optional(),
});

/** A key for readers. The secret is nowhere. */
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
    oldSecretUntil: timestamp
      .optional()
      .meta({ description: 'Until when the secret before this one works.' }),
    lastUsedAt: timestamp.optional(),
    requestsToday: z.int().meta({ description: 'Since midnight, UTC.' }),
  })
  .meta({ id: 'Key', description: 'A key for readers. The secret is nowhere.' });

/** A key with its secret, which is shown this once only. */
export const issuedKey = key
  .extend({ secret: z.string() })
  .meta({ id: 'IssuedKey', description: 'A key with its secret, which is shown this once only.' });

/** How a key gets a new secret. */
export const keyRotation = z.strictObject({
  graceMilliseconds: z
    .int()
    .min(0)
    .max(90 * 86_400_000)
    .default(86_400_000)
    .meta({ description: 'How long the secret so far still works.' }),
});

/** A key for readers. */
export type KeyView = z.infer<typeof key>;
/** A key with its secret. */
export type IssuedKey = z.infer<typeof issuedKey>;
/** A key to be made. */
export type KeyOrder = z.input<typeof keyOrder>;
