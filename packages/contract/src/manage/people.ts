import { z } from 'zod';
import { id, shortText, timestamp } from '../text.ts';
import { everyProject, roleNames } from './plain.ts';

/** A role in a project, or in all of them. */
export const roleGrant = z.strictObject({
  projectId: z.union([z.literal(everyProject), id]).meta({ description: 'A project, or `*` for all.' }),
  role: z.enum(roleNames),
});

/** The name that an operator signs in with. Case does not matter: it is kept in lower case. */
export const operatorId = z
  .string()
  .toLowerCase()
  .regex(
    /^[a-z0-9][a-z0-9._@+-]{0,127}$/,
    'must be 1 to 128 letters, digits or . _ @ + -, as in ken or ken@acme.test',
  )
  .meta({ description: 'The name to sign in with.' });

const displayName = shortText.meta({ description: 'How others see the name.' });

/** Long rather than complicated; what is longer than anyone types is refused before it is hashed. */
export const password = z
  .string()
  .min(12, 'must be at least 12 characters')
  .max(200, 'must be at most 200 characters');

/** Someone who looks after content, as others see them. */
export const operator = z
  .strictObject({
    operatorId,
    name: displayName,
    roles: z.array(roleGrant),
    createdAt: timestamp,
    hasPassword: z.boolean().meta({ description: 'False until the invitation was used.' }),
    invitedUntil: timestamp.optional().meta({ description: 'Until when the invitation can be used.' }),
    lastSeenAt: timestamp.optional(),
  })
  .meta({ id: 'Operator', description: 'Someone who looks after content.' });

/** Who is signed in, and at which service. */
export const session = z
  .strictObject({
    operator,
    expiresAt: timestamp.optional().meta({ description: 'When one has to sign in again.' }),
    service: z.strictObject({
      publicUrl: z.string().meta({ description: 'Where readers ask.' }),
      version: z.string(),
      store: z.string().meta({ description: 'The engine of the store.' }),
      node: z.string().meta({ description: 'The name of this node.' }),
    }),
  })
  .meta({ id: 'Session', description: 'Who is signed in, and where.' });

/** What signs in. */
export const signIn = z.strictObject({ operatorId, password: z.string().max(200) });

/** What makes the very first owner, or follows an invitation. */
export const acceptance = z.strictObject({
  token: z.string().min(1).max(200).meta({ description: 'From the link.' }),
  operatorId: operatorId.optional().meta({ description: 'Needed for the first owner only.' }),
  name: displayName.optional().meta({ description: 'Needed for the first owner only.' }),
  password,
});

/** A new password in place of the one so far. */
export const passwordChange = z.strictObject({ current: z.string().max(200), next: password });

/** An operator to be invited. */
export const operatorOrder = z.strictObject({
  operatorId,
  name: displayName,
  roles: z.array(roleGrant).min(1).max(1000),
});

/** What may be changed of an operator. */
export const operatorChange = z.strictObject({
  name: displayName.optional(),
  roles: z.array(roleGrant).min(1).max(1000).optional(),
});

/** A link that sets a password, once. */
export const invitation = z
  .strictObject({ operator, url: z.string(), expiresAt: timestamp })
  .meta({ id: 'Invitation', description: 'A link that sets a password, once. It is shown this once only.' });

/** A token for scripts, to be made. */
export const tokenOrder = z.strictObject({ name: shortText, expiresAt: timestamp.optional() });

/** A token for scripts: it may what its operator may. */
export const token = z
  .strictObject({
    tokenId: id,
    name: shortText,
    createdAt: timestamp,
    expiresAt: timestamp.optional(),
    lastUsedAt: timestamp.optional(),
  })
  .meta({ id: 'Token', description: 'A token for scripts: it may what its operator may.' });

/** A token with its secret, which is shown this once only. */
export const issuedToken = token
  .extend({ token: z.string() })
  .meta({ id: 'IssuedToken', description: 'A new token; the secret part is shown this once only.' });

/** Someone who looks after content, as others see them. */
export type OperatorView = z.infer<typeof operator>;
/** A role in a project, or in all of them. */
export type RoleGrant = z.infer<typeof roleGrant>;
/** Who is signed in, and at which service. */
export type SessionView = z.infer<typeof session>;
/** A token for scripts. */
export type TokenView = z.infer<typeof token>;
/** A token with its secret. */
export type IssuedToken = z.infer<typeof issuedToken>;
/** A link that sets a password, once. */
export type Invitation = z.infer<typeof invitation>;
