import type { ApiContext } from '../ApiContext.ts';
import { issueInvitation, welcomeUrl } from './invitations.ts';

/** Several nodes may start before anyone follows a link: those of the last few starts are good. */
const keptLinks = 8;

/** The link that creates the first owner, new for each call; undefined if there are operators already. */
export async function firstOwnerLink(
  context: Pick<ApiContext, 'store' | 'now' | 'random' | 'managementUrl'>,
): Promise<string | undefined> {
  const store = await context.store();
  // Look first without a lock: nearly always there are operators.
  if ((await store.read((reader) => reader.operators())).length > 0) return undefined;
  const { authToken, secret } = issueInvitation(context);
  const isNeeded = await store.write(async (writer) => {
    if ((await writer.operators()).length > 0) return false;
    const earlier = (await writer.authTokens(undefined)).toSorted((a, b) => b.createdAt - a.createdAt);
    for (const { sha256 } of earlier.slice(keptLinks - 1)) await writer.removeAuthToken(sha256);
    await writer.putAuthToken(authToken);
    return true;
  });
  return isNeeded ? welcomeUrl(context.managementUrl(), secret) : undefined;
}
