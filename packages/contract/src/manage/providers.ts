import { z } from 'zod';
import { id, shortText, timestamp } from '../text.ts';
import { route } from './route.ts';

/** Where the browser goes next, at the provider. */
const departure = z.strictObject({
  url: z.string().meta({ format: 'uri', description: 'Where the browser goes next, at the provider.' }),
});

/** What one signs in by a provider for. */
export const providerSignIn = z.strictObject({
  token: z.string().min(1).max(200).optional().meta({ description: 'The token from a link, to accept it.' }),
  returnTo: z
    .string()
    .max(1000)
    .regex(/^\/console\/[\w.~!$&'()*+,;=:@%/?-]*$/)
    .optional()
    .meta({ description: 'The page of the console to open afterwards.' }),
});

/** An OpenID Connect provider that this service knows. */
const provider = z.strictObject({ providerId: id, name: shortText });

/** Who an operator is at a provider. */
export const providerIdentity = z
  .strictObject({
    identityId: id,
    providerId: id,
    name: shortText.meta({ description: 'How the provider calls them, such as an e-mail address.' }),
    linkedAt: timestamp,
    lastUsedAt: timestamp.optional(),
  })
  .meta({ id: 'ProviderIdentity', description: 'Who an operator is at an OpenID Connect provider.' });

/** The identities of an operator, and all providers. */
const identityList = z.strictObject({
  list: z.array(providerIdentity),
  providers: z.array(provider),
});

/** What is left to do after signing out everywhere. */
const signedOut = z.strictObject({
  url: z
    .string()
    .optional()
    .meta({ format: 'uri', description: 'Where the browser goes to sign out at the provider too.' }),
});

/** The routes of OpenID Connect providers. */
export const providerRoutes = [
  route(
    'signInByProvider',
    'POST',
    '/session/providers/{providerId}',
    'Begin to sign in by a provider',
    'anyone',
    { body: providerSignIn, answer: departure },
  ),
  route(
    'providerCallback',
    'GET',
    '/providers/{providerId}/callback',
    'Where a provider sends the browser back to',
    'anyone',
    {},
  ),
  route(
    'providerLogout',
    'POST',
    '/providers/{providerId}/logout',
    'Where a provider says that somebody has signed out (back-channel logout)',
    'anyone',
    {},
  ),
  route('listIdentities', 'GET', '/session/identities', 'List your identities at providers', 'operator', {
    answer: identityList,
  }),
  route(
    'linkIdentity',
    'POST',
    '/session/providers/{providerId}/link',
    'Begin to link your identity at a provider',
    'operator',
    { confirmation: 'confirmed', answer: departure },
  ),
  route(
    'unlinkIdentity',
    'DELETE',
    '/session/identities/{identityId}',
    'Unlink an identity at a provider',
    'operator',
    { confirmation: 'confirmed', status: 204 },
  ),
  route('signOutEverywhere', 'DELETE', '/session/everywhere', 'Sign out of all sessions', 'operator', {
    confirmation: 'none',
    answer: signedOut,
  }),
] as const;

/** Who an operator is at a provider. */
export type ProviderIdentityView = z.infer<typeof providerIdentity>;
/** The identities of an operator, and all providers. */
export type IdentityList = z.infer<typeof identityList>;
/** Where the browser goes next. */
export type Departure = z.infer<typeof departure>;
/** What is left to do after signing out everywhere. */
export type SignedOut = z.infer<typeof signedOut>;
