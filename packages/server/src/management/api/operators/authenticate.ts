import { LruCache } from '../../../concurrency/LruCache.ts';
import type { AuthToken, Operator } from '../../../store/Admin.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import { sha256Of } from './authTokenSecret.ts';
import { readSessionCookie } from './sessionCookie.ts';
import { idleMilliseconds, mostMilliseconds } from './sessionTimes.ts';

/** Someone who is signed in, and by what. */
export type Signed = { readonly operator: Operator; readonly authToken: AuthToken };

/** Lets in who is known. */
export type Authentication = {
  /** Whether a browser vouches for the request, by a cookie that it adds by itself. */
  isByCookie(request: Request): boolean;
  find(request: Request): Promise<Signed | undefined>;
  /** The same; refused where nobody is signed in. */
  open(request: Request): Promise<Signed>;
};

type Shown = { readonly type: 'session' | 'token'; readonly secret: string };

/** Makes the authentication of the write interface: who someone is and may, is read from the store each time. */
export function createAuthentication(context: ApiContext): Authentication {
  const note = createNoting(context);
  const shownBy = (request: Request) => shown(request, context.managementUrl());
  const find = async (request: Request) => {
    const given = shownBy(request);
    const signed = given && (await lookUp(context, given));
    if (signed) note(signed.authToken);
    return signed;
  };
  return {
    isByCookie: (request) => shownBy(request)?.type === 'session',
    find,
    async open(request) {
      const signed = await find(request);
      if (signed) return signed;
      throw new ApiProblem('session_missing', 'sign in, or send authorization: Bearer with a token');
    },
  };
}

/** What a request shows. A token counts before a cookie, and a wrong one is not made good by a cookie. */
function shown(request: Request, managementUrl: string): Shown | undefined {
  const authorization = request.headers.get('authorization');
  if (authorization !== null) {
    const [, secret = ''] = /^bearer +(nst_[\w-]+)$/i.exec(authorization) ?? [];
    return { type: 'token', secret };
  }
  const secret = readSessionCookie(request, managementUrl);
  return secret === undefined ? undefined : { type: 'session', secret };
}

async function lookUp({ store, now }: ApiContext, { type, secret }: Shown): Promise<Signed | undefined> {
  const opened = await store();
  return opened.read(async (reader) => {
    const authToken = await reader.authToken(sha256Of(secret));
    if (authToken?.type !== type || authToken.operatorId === undefined || isOver(authToken, now()))
      return undefined;
    const operator = await reader.operator(authToken.operatorId);
    return operator && { operator, authToken };
  });
}

/** Whether a authToken lets nobody in any more. */
export function isOver({ expiresAt }: AuthToken, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

const notingMilliseconds = 60_000;
const notedBytes = 1_000_000;

/**
 * Notes now and then when a authToken was used; a session lives on by it. Nobody waits for that: while someone else writes
 * for long, answers would.
 */
function createNoting({ store, now }: ApiContext): (authToken: AuthToken) => void {
  const noted = new LruCache<number>(
    () => notedBytes,
    () => 8,
  );
  return (authToken) => {
    const last = Math.max(authToken.lastUsedAt ?? authToken.createdAt, noted.get(authToken.sha256) ?? 0);
    if (now() - last < notingMilliseconds) return;
    noted.set(authToken.sha256, now());
    // Where the store is busy the next request tries again.
    noteUse(store, authToken.sha256, now()).catch(() => noted.delete(authToken.sha256));
  };
}

/** Reads it anew in the transaction: what was ended meanwhile must not come back. */
async function noteUse(store: ApiContext['store'], sha256: string, now: number): Promise<void> {
  await (await store()).write(async (writer) => {
    const authToken = await writer.authToken(sha256);
    if (authToken === undefined || isOver(authToken, now)) return;
    await writer.putAuthToken({ ...authToken, lastUsedAt: now, expiresAt: prolonged(authToken, now) });
  });
}

function prolonged({ type, createdAt, expiresAt }: AuthToken, now: number): number | undefined {
  return type === 'session' ? Math.min(createdAt + mostMilliseconds, now + idleMilliseconds) : expiresAt;
}
