import { z } from 'zod';
import {
  acceptance,
  invitation,
  issuedToken,
  operator,
  operatorChange,
  operatorOrder,
  passwordChange,
  session,
  signIn,
  token,
  tokenOrder,
} from './people.ts';
import { route } from './route.ts';

/** The routes of sessions, tokens and operators. */
export const people = [
  route('getSession', 'GET', '/session', 'Get the current session', 'operator', { answer: session }),
  route('signIn', 'POST', '/session', 'Sign in', 'anyone', { body: signIn, answer: session }),
  route('signOut', 'DELETE', '/session', 'Sign out', 'operator', { status: 204 }),
  route('accept', 'POST', '/invitations', 'Choose a password with the token from a link', 'anyone', {
    ...{ body: acceptance, answer: session },
  }),
  route('changePassword', 'PUT', '/session/password', 'Change your password', 'operator', {
    ...{ body: passwordChange, status: 204 },
  }),
  route('listTokens', 'GET', '/session/tokens', 'List your tokens', 'operator', {
    answer: z.array(token),
  }),
  route('createToken', 'POST', '/session/tokens', 'Create a token for scripts', 'operator', {
    ...{ body: tokenOrder, answer: issuedToken, status: 201 },
  }),
  route('removeToken', 'DELETE', '/session/tokens/{tokenId}', 'Revoke a token', 'operator', { status: 204 }),
  route('listOperators', 'GET', '/operators', 'List operators', 'operator', { answer: z.array(operator) }),
  route('inviteOperator', 'POST', '/operators', 'Invite an operator', 'operator', {
    ...{ body: operatorOrder, answer: invitation, status: 201 },
  }),
  route('changeOperator', 'PATCH', '/operators/{operatorId}', 'Change name or roles', 'operator', {
    ...{ body: operatorChange, answer: operator },
  }),
  route(
    'inviteAgain',
    'POST',
    '/operators/{operatorId}/invitation',
    'Create a link for a new password',
    'operator',
    {
      ...{ answer: invitation, status: 201 },
    },
  ),
  route('removeOperator', 'DELETE', '/operators/{operatorId}', 'Remove an operator', 'operator', {
    status: 204,
  }),
] as const;
