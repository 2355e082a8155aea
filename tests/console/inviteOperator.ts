import { z } from 'zod';
import type { OpenConsole } from './openConsole.ts';

/** What invited operators choose. */
export const invitedPassword = 'another four nobody guesses';

/** Invites an operator who accepts at once, and returns the cookie of their session. */
export async function inviteOperator(
  { manage, url }: OpenConsole,
  operatorId: string,
  role = 'editor',
): Promise<string> {
  const body = { operatorId, name: operatorId, roles: [{ projectId: 'demo', role }] };
  const invited = z.object({ url: z.string() }).parse(await manage('/operators', { method: 'POST', body }));
  const response = await fetch(`${url}/manage/v1/invitations`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ token: new URL(invited.url).hash.slice(1), password: invitedPassword }),
  });
  return /newsstand_session=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? '';
}
