import { LruCache } from '../../../concurrency/LruCache.ts';
import type { AuthToken, Operator } from '../../../store/Admin.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import { idleMilliseconds, mostMilliseconds, sha256Of } from './authTokens.ts';
import { readSessionCookie } from './cookies.ts';

/** Someone who is signed in, and by what. */
export type Authenticated = { readonly operator: Operator; readonly authToken: AuthToken };

/** Lets in who is known. */
export type Authentication = {
  /** Whether the request is authenticated by a cookie, which a browser adds by itself. */
  isByCookie(request: Request): boolean;
  find(request: Request): Promise<Authenticated | undefined>;
  /** The same; refused if nobody is signed in. */
  open(request: Request): Promise<Authenticated>;
};

type PresentedSecret = { readonly type: 'session' | 'token'; readonly secret: string };

/** Makes the authentication of the write interface: who someone is and may, is read from the store each time. */
export function createAuthentication(context: ApiContext): Authentication {
  const note = createNoting(context);
  const presentedBy = (request: Request) => presentedSecret(request, context.managementUrl());
  const find = async (request: Request) => {
    const given = presentedBy(request);
    const signed = given && (await findAuthenticated(context, given));
    if (signed) note(signed.authToken);
    return signed;
  };
  return {
    isByCookie: (request) => presentedBy(request)?.type === 'session',
    find,
    async open(request) {
      const signed = await find(request);
      if (signed) return signed;
      throw new ApiProblem('session_missing', 'sign in, or send authorization: Bearer with a token');
    },
  };
}

/** What a request shows. A token counts before a cookie, and a wrong one is not made good by a cookie. */
function presentedSecret(request: Request, managementUrl: string): PresentedSecret | undefined {
  const authorization = request.headers.get('authorization');
  if (authorization !== null) {
    const [, secret = ''] = /^bearer +(nst_[\w-]+)$/i.exec(authorization) ?? [];
    return { type: 'token', secret };
  }
  const secret = readSessionCookie(request, managementUrl);
  return secret === undefined ? undefined : { type: 'session', secret };
}

async function findAuthenticated(
  { store, now }: ApiContext,
  { type, secret }: PresentedSecret,
): Promise<Authenticated | undefined> {
  const opened = await store();
  return opened.read(async (reader) => {
    const authToken = await reader.authToken(sha256Of(secret));
    if (authToken?.type !== type || authToken.operatorId === undefined || isExpired(authToken, now()))
      return undefined;
    const operator = await reader.operator(authToken.operatorId);
    return operator && { operator, authToken };
  });
}

/** Whether a token has expired. */
export function isExpired({ expiresAt }: AuthToken, now: number): boolean {
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

/** Rereads it in the transaction: a token that ended in the meantime must not come back. */
async function noteUse(store: ApiContext['store'], sha256: string, now: number): Promise<void> {
  await (await store()).write(async (writer) => {
    const authToken = await writer.authToken(sha256);
    if (authToken === undefined || isExpired(authToken, now)) return;
    await writer.putAuthToken({ ...authToken, lastUsedAt: now, expiresAt: prolonged(authToken, now) });
  });
}

function prolonged({ type, createdAt, expiresAt }: AuthToken, now: number): number | undefined {
  return type === 'session' ? Math.min(createdAt + mostMilliseconds, now + idleMilliseconds) : expiresAt;
}
