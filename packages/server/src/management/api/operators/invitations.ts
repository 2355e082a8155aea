import type { AuthToken } from '../../../store/Admin.ts';
import type { Writer } from '../../../store/Store.ts';
import type { ApiContext } from '../ApiContext.ts';
import {
  breakGlassMilliseconds,
  invitationMilliseconds,
  newAuthTokenId,
  newAuthTokenSecret,
  sha256Of,
} from './authTokens.ts';

/** A link that sets a password, once. Its secret is known only now. */
export type IssuedInvitation = {
  readonly authToken: AuthToken;
  readonly secret: string;
  readonly expiresAt: number;
};

type Source = Pick<ApiContext, 'now' | 'random'>;

/** Creates a link for an operator; for undefined, the one that creates the first owner. */
function issueInvitation({ now, random }: Source, operatorId?: string): IssuedInvitation {
  const secret = newAuthTokenSecret(operatorId === undefined ? 'ownership' : 'invitation', random);
  const expiresAt = now() + invitationMilliseconds;
  const authToken: AuthToken = {
    sha256: sha256Of(secret),
    type: 'invitation',
    operatorId,
    id: newAuthTokenId(random),
    createdAt: now(),
    expiresAt,
  };
  return { authToken, secret, expiresAt };
}

/** Creates a new link for an operator; earlier ones end. */
export async function inviteAgain(
  writer: Writer,
  source: Source,
  operatorId: string,
): Promise<IssuedInvitation> {
  const issued = issueInvitation(source, operatorId);
  await endAuthTokens(writer, operatorId, isInvitation);
  await writer.putAuthToken(issued.authToken);
  return issued;
}

/** Creates a link that signs an operator in, whatever the policy demands; earlier ones end. */
export async function breakGlassFor(
  writer: Writer,
  { now, random }: Source,
  operatorId: string,
): Promise<IssuedInvitation> {
  const secret = newAuthTokenSecret('breakGlass', random);
  const expiresAt = now() + breakGlassMilliseconds;
  const authToken: AuthToken = {
    ...{ sha256: sha256Of(secret), type: 'breakGlass', operatorId, id: newAuthTokenId(random) },
    ...{ createdAt: now(), expiresAt },
  };
  await endAuthTokens(writer, operatorId, ({ type }) => type === 'breakGlass');
  await writer.putAuthToken(authToken);
  return { authToken, secret, expiresAt };
}

/** An invitation that has set no password: it is never enough by itself. */
export const linkMethod = 'link';

/** Whether a token is an invitation, or a sign-in that was begun with one. */
export function isInvitation({ type, methods }: AuthToken): boolean {
  return type === 'invitation' || (type === 'pending' && methods?.[0] === linkMethod);
}

/** Ends the tokens of an operator that match; not challenges that were answered, which must stay known as used. */
export async function endAuthTokens(
  writer: Writer,
  operatorId: string | undefined,
  matches: (authToken: AuthToken) => boolean,
): Promise<void> {
  for (const authToken of await writer.authTokens(operatorId)) {
    if (authToken.type !== 'challenge' && matches(authToken)) await writer.removeAuthToken(authToken.sha256);
  }
}

/** The URL of a link. The part after # is never sent to a server. */
export function welcomeUrl(managementUrl: string, secret: string): string {
  return `${managementUrl}/console/welcome#${secret}`;
}

/** Several nodes may start before anyone follows a link: the links of the last few starts are valid. */
const keptLinks = 8;

/** The link that creates the first owner, new for each call; undefined if there are operators already. */
export async function firstOwnerLink(
  context: Pick<ApiContext, 'store' | 'now' | 'random' | 'managementUrl'>,
): Promise<string | undefined> {
  const store = await context.store();
  // First without a lock: there are nearly always operators.
  if ((await store.read((reader) => reader.operators())).length > 0) return undefined;
  const { authToken, secret } = issueInvitation(context);
  const isNeeded = await store.write(async (writer) => {
    if ((await writer.operators()).length > 0) return false;
    const links = (await writer.authTokens(undefined)).filter(isInvitation);
    const earlier = links.toSorted((a, b) => b.createdAt - a.createdAt);
    for (const { sha256 } of earlier.slice(keptLinks - 1)) await writer.removeAuthToken(sha256);
    await writer.putAuthToken(authToken);
    return true;
  });
  return isNeeded ? welcomeUrl(context.managementUrl(), secret) : undefined;
}
