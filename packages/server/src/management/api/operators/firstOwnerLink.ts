import type { Desk } from '../Desk.ts';
import { issueInvitation, welcomeUrl } from './invitations.ts';

/** Several nodes may start before anyone follows a link: those of the last few starts are good. */
const keptLinks = 8;

/** The link that makes the first owner, made anew at each call; undefined where there are operators already. */
export async function firstOwnerLink(
  desk: Pick<Desk, 'store' | 'now' | 'random' | 'managementUrl'>,
): Promise<string | undefined> {
  const store = await desk.store();
  // Asked first without a lock: nearly always there are operators.
  if ((await store.read((reader) => reader.operators())).length > 0) return undefined;
  const { pass, secret } = issueInvitation(desk);
  const isNeeded = await store.write(async (writer) => {
    if ((await writer.operators()).length > 0) return false;
    const earlier = (await writer.passes(undefined)).toSorted((a, b) => b.createdAt - a.createdAt);
    for (const { sha256 } of earlier.slice(keptLinks - 1)) await writer.removePass(sha256);
    await writer.putPass(pass);
    return true;
  });
  return isNeeded ? welcomeUrl(desk.managementUrl(), secret) : undefined;
}
