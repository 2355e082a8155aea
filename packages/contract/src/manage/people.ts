import { z } from 'zod';
import { breaks } from '../rules.ts';
import { email, id, matching, shortText, timestamp } from '../text.ts';
import { everyProject, roleNames } from './plain.ts';

/** A role in a place and everything below it: all projects, a project, a space or an instance. */
export const roleGrant = z
  .strictObject({
    projectId: z
      .union([z.literal(everyProject), id])
      .meta({ description: 'A project, or `*` for all projects.' }),
    spaceId: id.optional().meta({ description: 'A space of the project; without it, the whole project.' }),
    instanceId: id.optional().meta({ description: 'An instance of the space; without it, the whole space.' }),
    role: z.enum(roleNames),
  })
  .refine(
    ({ projectId, spaceId }) => spaceId === undefined || projectId !== everyProject,
    breaks('space_of_all_projects'),
  )
  .refine(
    ({ spaceId, instanceId }) => instanceId === undefined || spaceId !== undefined,
    breaks('instance_without_space'),
  );

/** A role that an operator has. */
const heldRole = roleGrant.safeExtend({
  provider: id.optional().meta({
    description: 'The provider whose claims give it; without it, it was given by hand.',
  }),
  givenBy: z.string().optional().meta({
    description: 'The operator who gave it, or `command line`; unknown if they were removed since.',
  }),
  givenAt: timestamp.optional(),
});

/** The name that an operator signs in with. Case does not matter: it is stored in lower case. */
export const operatorId = matching(
  z.string().toLowerCase(),
  /^[a-z0-9][a-z0-9._@+-]{0,127}$/,
  'not_operator_id',
  { most: 128 },
).meta({ description: 'The name to sign in with.' });

const displayName = shortText.meta({ description: 'The name that others see.' });

/** Long rather than complicated. A password that nobody would type is refused before it is hashed. */
export const password = z.string().min(12).max(200);

/** The name of someone who manages content. */
export const operatorName = z.strictObject({ operatorId, name: displayName });

/** Someone who manages content, as others see them. */
export const operator = z
  .strictObject({
    operatorId,
    name: displayName,
    roles: z.array(heldRole),
    createdAt: timestamp,
    hasPassword: z.boolean().meta({ description: 'False until the invitation is used.' }),
    hasSecondFactor: z.boolean(),
    invitedUntil: timestamp.optional().meta({ description: 'When the invitation expires.' }),
    lastSeenAt: timestamp.optional(),
    email: z
      .string()
      .optional()
      .meta({ description: 'Where mails go. Only for the operator, and for owners of all their places.' }),
  })
  .meta({ id: 'Operator', description: 'Someone who manages content.' });

/** Who is signed in, and to which service. */
export const session = z
  .strictObject({
    operator,
    expiresAt: timestamp.optional().meta({ description: 'When the session expires.' }),
    service: z.strictObject({
      publicUrl: z.string().meta({ format: 'uri', description: 'The address of the public interface.' }),
      docsUrl: z
        .string()
        .optional()
        .meta({ format: 'uri', description: 'The address of the documentation site.' }),
      version: z.string(),
      store: z.string().meta({ description: 'The storage engine.' }),
      node: z.string().meta({ description: 'The name of this node.' }),
    }),
  })
  .meta({ id: 'Session', description: 'Who is signed in, and to which service.' });

/** Name and password. */
export const signIn = z.strictObject({ operatorId, password: z.string().max(200) });

/** Creates the first owner, or accepts an invitation. */
export const acceptance = z.strictObject({
  token: z.string().min(1).max(200).meta({ description: 'The token from the link.' }),
  operatorId: operatorId.optional().meta({ description: 'Only for the first owner.' }),
  name: displayName.optional().meta({ description: 'Only for the first owner.' }),
  password: password.optional().meta({
    description: 'Omitted only if passwords are switched off: then a passkey is set up next.',
  }),
});

/** A new password, and the current one. */
export const passwordChange = z.strictObject({ current: z.string().max(200), next: password });

const givenEmail = email.meta({
  description: 'Where mails go, once its holder has followed the link that is sent there.',
});

/** An operator to invite. */
export const operatorOrder = z.strictObject({
  operatorId,
  name: displayName,
  email: givenEmail.optional(),
  roles: z.array(roleGrant).min(1).max(1000),
});

/** Changes to an operator. */
export const operatorChange = z.strictObject({
  name: displayName.optional(),
  email: givenEmail.nullish(),
  roles: z.array(roleGrant).max(1000).optional().meta({
    description: 'Those given by hand. Empty only if others are left, such as those of a provider.',
  }),
});

/** Where somebody's mails go, and which they get. */
export const mailChoices = z
  .strictObject({
    isAvailable: z.boolean().meta({ description: 'Whether this service sends mails.' }),
    email: z.string().optional(),
    unconfirmedEmail: z
      .string()
      .optional()
      .meta({ description: 'An address that is used once the link that was sent there is followed.' }),
    review: z.boolean().meta({ description: 'Whether mails about reviews are wanted.' }),
    language: z.string().optional().meta({ description: 'The language of mails, as in `ja`.' }),
  })
  .meta({ id: 'MailChoices', description: 'Where your mails go, and which you get.' });

/** Changes to one's own mails. */
export const mailChange = z.strictObject({
  email: givenEmail.nullish(),
  review: z.boolean().optional(),
  language: matching(z.string(), /^[a-z]{2,3}$/, 'not_language').optional(),
});

/** The token from the link that confirms an address. */
export const emailConfirmation = z.strictObject({ token: z.string().min(1).max(200) });

/** How an operator is removed. */
export const operatorRemoval = z.strictObject({
  erase: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true` replaces their name by a pseudonym wherever it is stored.' }),
});

/** A link that sets a password and works once. */
export const invitation = z
  .strictObject({ operator, url: z.string().meta({ format: 'uri' }), expiresAt: timestamp })
  .meta({
    id: 'Invitation',
    description: 'A link that sets a password and works once. It is shown only once.',
  });

const scopes = z.array(roleGrant).min(1).max(100).optional().meta({
  description: 'What it may do at most, by role and place; without it, whatever its operator may do.',
});

/** A token for scripts, to be created. */
export const tokenOrder = z.strictObject({ name: shortText, scopes, expiresAt: timestamp.optional() });

/** A token for scripts: it has the permissions of its operator, or as many of them as its scopes allow. */
export const token = z
  .strictObject({
    tokenId: id,
    name: shortText,
    scopes,
    createdAt: timestamp,
    expiresAt: timestamp.optional(),
    lastUsedAt: timestamp.optional(),
  })
  .meta({
    id: 'Token',
    description: 'A token for scripts: it has the permissions of its operator, within its scopes.',
  });

/** A token with its secret, which is shown only once. */
export const issuedToken = token
  .extend({ token: z.string() })
  .meta({ id: 'IssuedToken', description: 'A new token; its secret is shown only once.' });

/** The name of someone who manages content. */
export type OperatorName = z.infer<typeof operatorName>;
/** Someone who manages content, as others see them. */
export type OperatorView = z.infer<typeof operator>;
/** A role in a place and everything below it. */
export type RoleGrant = z.infer<typeof roleGrant>;
/** A role that an operator has. */
export type HeldRole = z.infer<typeof heldRole>;
/** Who is signed in, and to which service. */
export type SessionView = z.infer<typeof session>;
/** Where somebody's mails go, and which they get. */
export type MailChoices = z.infer<typeof mailChoices>;
/** A token for scripts. */
export type TokenView = z.infer<typeof token>;
/** A token with its secret. */
export type IssuedToken = z.infer<typeof issuedToken>;
/** A link that sets a password and works once. */
export type Invitation = z.infer<typeof invitation>;
