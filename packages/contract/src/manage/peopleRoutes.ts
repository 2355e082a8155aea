import { z } from 'zod';
import {
  acceptance,
  emailConfirmation,
  invitation,
  issuedToken,
  mailChange,
  mailChoices,
  operator,
  operatorChange,
  operatorName,
  operatorOrder,
  operatorRemoval,
  passwordChange,
  session,
  signIn,
  token,
  tokenOrder,
} from './people.ts';
import { route } from './route.ts';
import {
  accessPolicy,
  appProof,
  appSecret,
  breakGlass,
  confirmation,
  confirmationChoice,
  enrolled,
  factors,
  newPasskey,
  newRecoveryCodes,
  passkeyChange,
  passkeyCreation,
  passkeyRequest,
  passkeySignIn,
  secondFactor,
  signInAnswer,
  signInStep,
} from './signIn.ts';

/** The routes of sessions, tokens and operators. */
export const people = [
  route('getSession', 'GET', '/session', 'Get the current session', 'operator', { answer: session }),
  route('signIn', 'POST', '/session', 'Sign in', 'anyone', { body: signIn, answer: signInAnswer }),
  route('signOut', 'DELETE', '/session', 'Sign out', 'operator', { confirmation: 'none', status: 204 }),
  route('accept', 'POST', '/invitations', 'Choose a password with the token from a link', 'anyone', {
    ...{ body: acceptance, answer: signInAnswer },
  }),
  route('breakGlass', 'POST', '/session/break-glass', 'Sign in with a link of the command line', 'anyone', {
    ...{ body: breakGlass, answer: session },
  }),
  route('requestPasskey', 'POST', '/session/passkey/request', 'Ask for a passkey to sign in', 'anyone', {
    ...{ answer: passkeyRequest },
  }),
  route('signInWithPasskey', 'POST', '/session/passkey', 'Sign in with a passkey alone', 'anyone', {
    ...{ body: passkeySignIn, answer: session },
  }),
  route('getSignInStep', 'GET', '/session/step', 'Get what is still missing to sign in', 'pending', {
    ...{ answer: signInStep },
  }),
  route('endSignIn', 'DELETE', '/session/step', 'Stop signing in', 'pending', {
    confirmation: 'none',
    status: 204,
  }),
  route('showSecondFactor', 'POST', '/session/second-factor', 'Complete signing in', 'pending', {
    ...{ confirmation: 'session', body: secondFactor, answer: session },
  }),
  route('getConfirmation', 'GET', '/session/confirmation', 'Get how to confirm who you are', 'operator', {
    ...{ confirmation: 'session', answer: confirmationChoice },
  }),
  route('confirm', 'POST', '/session/confirmation', 'Confirm who you are', 'operator', {
    ...{ confirmation: 'session', body: confirmation, answer: confirmationChoice },
  }),
  route('getFactors', 'GET', '/session/factors', 'Get your second factors', 'operator', { answer: factors }),
  route('createAppSecret', 'POST', '/session/totp', 'Create a secret for an authenticator app', 'enrolling', {
    ...{ confirmation: 'confirmed', answer: appSecret },
  }),
  route('putApp', 'PUT', '/session/totp', 'Use an authenticator app as second factor', 'enrolling', {
    ...{ confirmation: 'confirmed', body: appProof, answer: enrolled },
  }),
  route('removeApp', 'DELETE', '/session/totp', 'Remove the authenticator app', 'operator', {
    confirmation: 'confirmed',
    status: 204,
  }),
  route('preparePasskey', 'POST', '/session/passkeys/creation', 'Prepare a new passkey', 'enrolling', {
    ...{ confirmation: 'confirmed', answer: passkeyCreation },
  }),
  route('addPasskey', 'POST', '/session/passkeys', 'Add a passkey', 'enrolling', {
    ...{ confirmation: 'confirmed', body: newPasskey, answer: enrolled },
  }),
  route('renamePasskey', 'PATCH', '/session/passkeys/{passkeyId}', 'Rename a passkey', 'operator', {
    ...{ confirmation: 'session', body: passkeyChange, status: 204 },
  }),
  route('removePasskey', 'DELETE', '/session/passkeys/{passkeyId}', 'Remove a passkey', 'operator', {
    ...{ confirmation: 'confirmed', status: 204 },
  }),
  route('renewRecoveryCodes', 'POST', '/session/recovery-codes', 'Replace your recovery codes', 'operator', {
    ...{ confirmation: 'confirmed', answer: newRecoveryCodes },
  }),
  route('changePassword', 'PUT', '/session/password', 'Change your password', 'operator', {
    ...{ confirmation: 'session', body: passwordChange, status: 204 },
  }),
  route('getMail', 'GET', '/session/mail', 'Get where your mails go, and which you get', 'operator', {
    answer: mailChoices,
  }),
  route('changeMail', 'PATCH', '/session/mail', 'Change where your mails go, and which you get', 'operator', {
    ...{ confirmation: 'none', body: mailChange, answer: mailChoices },
  }),
  route('confirmEmail', 'POST', '/session/mail/confirmation', 'Confirm your e-mail address', 'operator', {
    ...{ confirmation: 'confirmed', body: emailConfirmation, answer: mailChoices },
  }),
  route('listTokens', 'GET', '/session/tokens', 'List your tokens', 'operator', {
    answer: z.array(token),
  }),
  route('createToken', 'POST', '/session/tokens', 'Create a token for scripts', 'operator', {
    ...{ confirmation: 'confirmedOrToken', body: tokenOrder, answer: issuedToken, status: 201 },
  }),
  route('removeToken', 'DELETE', '/session/tokens/{tokenId}', 'Revoke a token', 'operator', {
    confirmation: 'none',
    status: 204,
  }),
  route('listOperators', 'GET', '/operators', 'List operators', 'operator', { answer: z.array(operator) }),
  route('listNames', 'GET', '/names', 'List the names of those with a role where you have one', 'operator', {
    answer: z.array(operatorName),
  }),
  route('inviteOperator', 'POST', '/operators', 'Invite an operator', 'operator', {
    ...{ confirmation: 'confirmed', body: operatorOrder, answer: invitation, status: 201 },
  }),
  route('changeOperator', 'PATCH', '/operators/{operatorId}', 'Change name or roles', 'operator', {
    ...{ confirmation: 'confirmed', body: operatorChange, answer: operator },
  }),
  route(
    'inviteAgain',
    'POST',
    '/operators/{operatorId}/invitation',
    'Create a link for a new password',
    'operator',
    { ...{ confirmation: 'confirmed', answer: invitation, status: 201 } },
  ),
  route('removeOperator', 'DELETE', '/operators/{operatorId}', 'Remove an operator', 'operator', {
    ...{ confirmation: 'none', query: operatorRemoval, status: 204 },
  }),
  route(
    'resetFactors',
    'DELETE',
    '/operators/{operatorId}/factors',
    'Remove the second factors of an operator, who is signed out',
    'operator',
    { confirmation: 'confirmed', status: 204 },
  ),
  route('getAccessPolicy', 'GET', '/access', 'Get what is demanded of those who sign in', 'owner', {
    ...{ answer: accessPolicy },
  }),
  route('putAccessPolicy', 'PUT', '/access', 'Set what is demanded of those who sign in', 'owner', {
    ...{ confirmation: 'confirmed', body: accessPolicy, answer: accessPolicy },
  }),
] as const;
