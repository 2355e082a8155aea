import { z } from 'zod';
import { id, matching, shortText, timestamp } from '../text.ts';
import { session } from './people.ts';
import { roleNames, secondFactorMethods } from './plain.ts';

const encoded = z.string().min(1).max(20_000);

const passkeyReference = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

/** What a browser needs to ask for a passkey: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const passkeyRequest = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.number(),
    allowCredentials: z.array(passkeyReference).optional(),
    userVerification: z.literal('required'),
  })
  .meta({
    id: 'PasskeyRequest',
    description: 'Options for `navigator.credentials.get`, as WebAuthn has them.',
  });

/** What a browser needs to create a passkey: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const passkeyCreation = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
    timeout: z.number(),
    excludeCredentials: z.array(passkeyReference),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .meta({
    id: 'PasskeyCreation',
    description: 'Options for `navigator.credentials.create`, as WebAuthn has them.',
  });

/** What a passkey says to a request: `AuthenticationResponseJSON` of WebAuthn. */
export const passkeyAnswer = z.object({
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.optional(),
  }),
});

/** What a new passkey says: `RegistrationResponseJSON` of WebAuthn. */
export const newPasskey = z.strictObject({
  name: shortText.meta({ description: 'To tell it from your other passkeys.' }),
  answer: z.object({
    id: encoded,
    rawId: encoded,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: encoded,
      attestationObject: encoded,
      transports: z.array(z.string().max(40)).max(10).optional(),
    }),
  }),
});

/** A passkey to sign in with, alone. */
export const passkeySignIn = z.strictObject({ answer: passkeyAnswer });

/** Another name for a passkey. */
export const passkeyChange = z.strictObject({ name: shortText });

/** What is still missing after the first factor. */
export const signInStep = z
  .discriminatedUnion('step', [
    z.strictObject({
      step: z.literal('second_factor'),
      methods: z.array(z.enum(secondFactorMethods)).meta({ description: 'One of them is needed.' }),
      passkeyRequest: passkeyRequest.optional(),
    }),
    z.strictObject({ step: z.literal('enrol') }),
  ])
  .meta({
    id: 'SignInStep',
    description:
      'What is still missing: a second factor, or setting one up, because a role of this operator needs one.',
  });

/** A session, or what is still missing. */
export const signInAnswer = z.union([session, signInStep]);

/** A code of an authenticator app: six digits, which may be written with spaces. */
const oneTimeCode = z.string().min(1).max(20);

/** Shows a second factor. */
export const secondFactor = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('passkey'), answer: passkeyAnswer }),
  z.strictObject({ method: z.literal('totp'), code: oneTimeCode }),
  z.strictObject({ method: z.literal('recovery'), code: z.string().min(1).max(60) }),
]);

/** Shows who somebody is who is already signed in. */
export const confirmation = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('password'), password: z.string().max(200) }),
  ...secondFactor.options,
]);

/** By which methods a signed-in operator can confirm who they are. */
export const confirmationChoice = z
  .strictObject({
    methods: z.array(z.enum(['password', ...secondFactorMethods])),
    passkeyRequest: passkeyRequest.optional(),
    confirmedUntil: timestamp.optional().meta({ description: 'Until then, factors can be changed.' }),
  })
  .meta({ id: 'ConfirmationChoice', description: 'How to confirm who you are.' });

/** A new secret for an authenticator app. */
export const appSecret = z
  .strictObject({
    secret: z.string().meta({ description: 'In base32, to type in.' }),
    url: z.string().meta({ description: 'For a QR code.' }),
  })
  .meta({ id: 'AppSecret', description: 'A new secret for an authenticator app. It is not in use yet.' });

/** The secret that an authenticator app has, and a code that it shows. */
export const appProof = z.strictObject({
  secret: matching(z.string(), /^[A-Z2-7]{32}$/, 'not_app_secret'),
  code: oneTimeCode,
});

/** Recovery codes, which are shown only once. */
export const recoveryCodes = z
  .array(z.string())
  .meta({ description: 'Each works once instead of another second factor. They are shown only now.' });

/** A second factor was added. */
export const enrolled = z
  .strictObject({ session, recoveryCodes: recoveryCodes.optional() })
  .meta({ id: 'Enrolled', description: 'The session, and recovery codes if there were none.' });

/** New recovery codes. */
export const newRecoveryCodes = z.strictObject({ recoveryCodes });

/** The second factors of an operator. */
export const factors = z
  .strictObject({
    passkeys: z.array(
      z.strictObject({
        passkeyId: id,
        name: shortText,
        createdAt: timestamp,
        lastUsedAt: timestamp.optional(),
      }),
    ),
    app: z.strictObject({ createdAt: timestamp }).optional().meta({ description: 'The authenticator app.' }),
    recoveryCodes: z.number().int().meta({ description: 'How many are left.' }),
    isNeeded: z.boolean().meta({ description: 'Whether a role of this operator needs a second factor.' }),
  })
  .meta({ id: 'Factors', description: 'Your second factors.' });

/** What is demanded of those who sign in. */
export const accessPolicy = z.strictObject({
  secondFactorRoles: z
    .array(z.enum(roleNames))
    .max(roleNames.length)
    .meta({ description: 'Whoever has one of these roles anywhere needs a second factor.' }),
  passwords: z
    .boolean()
    .optional()
    .meta({ description: 'Whether operators may sign in with passwords. If omitted, it stays as it is.' }),
});

/** The token from a link of the command line that signs in whatever the policy says. */
export const breakGlass = z.strictObject({ token: z.string().min(1).max(200) });

/** What is still missing after the first factor. */
export type SignInStep = z.infer<typeof signInStep>;
/** Shows a second factor. */
export type SecondFactor = z.infer<typeof secondFactor>;
/** The second factors of an operator. */
export type FactorsView = z.infer<typeof factors>;
/** A second factor was added. */
export type Enrolled = z.infer<typeof enrolled>;
/** What a passkey says to a request. */
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;
/** What a new passkey says. */
export type NewPasskey = z.infer<typeof newPasskey>;
