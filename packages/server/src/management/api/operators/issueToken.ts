import type { AuthToken } from '../../../store/Admin.ts';
import type { Writer } from '../../../store/Store.ts';
import type { AuditEvent } from '../writeAs.ts';
import { newAuthTokenId, newAuthTokenSecret, sha256Of } from './authTokenSecret.ts';

/** Where chance and time come from. */
type Source = { readonly now: () => number; readonly random: (bytes: number) => Uint8Array };

/** What is decided about a new token. */
type TokenOrder = {
  readonly operatorId: string;
  readonly name: string;
  readonly expiresAt?: number | undefined;
};

/** A token, and its secret, which is known only now. */
export type IssuedToken = { readonly authToken: AuthToken; readonly secret: string };

/** How many tokens an operator may have. */
export const mostTokens = 100;

/** Issues a token for scripts; nothing is stored yet. */
export function issueToken(order: TokenOrder, { now, random }: Source): IssuedToken {
  const secret = newAuthTokenSecret('token', random);
  const id = newAuthTokenId(random);
  return { authToken: { sha256: sha256Of(secret), type: 'token', id, createdAt: now(), ...order }, secret };
}

/** Stores a token; false if its operator already has too many. */
export async function keepToken(writer: Writer, authToken: AuthToken): Promise<boolean> {
  const others = (await writer.authTokens(authToken.operatorId)).filter(({ type }) => type === 'token');
  if (others.length >= mostTokens) return false;
  await writer.putAuthToken(authToken);
  return true;
}

/** The audit event of a token. */
export function tokenAuditEvent(
  action: 'token.create' | 'token.remove',
  { operatorId, id, name }: AuthToken,
): AuditEvent {
  return { action, target: `operators/${operatorId}/tokens/${id}`, details: { name } };
}
