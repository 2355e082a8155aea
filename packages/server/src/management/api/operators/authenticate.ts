import type { ManageRoute } from '@newsstand/contract/manage';
import { LruCache } from '../../../concurrency/LruCache.ts';
import type { AuthToken, Operator } from '../../../store/Admin.ts';
import type { StoreReader } from '../../../store/Store.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import { idleMilliseconds, mostMilliseconds, sha256Of } from './authTokens.ts';
import { readPendingCookie, readSessionCookie } from './cookies.ts';
import { narrowedRoles } from './rights.ts';
import { isSufficient } from './secondFactors.ts';

/** A signed-in operator, and their session or token; or one who has passed the first factor, and their pending sign-in. */
export type Authenticated = { readonly operator: Operator; readonly authToken: AuthToken };

/** Authenticates requests. */
export type Authentication = {
  /** Whether the request is authenticated by a cookie, which a browser adds by itself. */
  isByCookie(request: Request, access: ManageRoute['access']): boolean;
  /** `address` is the IP address that the request came from. */
  find(request: Request, address: string): Promise<Authenticated | undefined>;
  /** The same for a route, which may want a pending sign-in; throws if the request is not authenticated. */
  open(request: Request, access: ManageRoute['access'], address: string): Promise<Authenticated>;
};

type PresentedSecret = { readonly type: 'session' | 'token' | 'pending'; readonly secret: string };

/** Creates the authentication of the write interface. Operators and their roles are read from the store each time. */
export function createAuthentication(context: ApiContext): Authentication {
  const note = createNoting(context);
  const presentedBy = (request: Request) => presentedSecret(request, context.managementUrl());
  const find = async (request: Request, address: string) => {
    const given = presentedBy(request);
    const signed = given && (await findAuthenticated(context, given));
    if (signed) note(signed.authToken, address);
    return signed;
  };
  return {
    isByCookie: (request, access) =>
      presentedBy(request)?.type === 'session' ||
      (takesPending(access) && readPendingCookie(request, context.managementUrl()) !== undefined),
    find,
    async open(request, access, address) {
      const signed = access === 'pending' ? undefined : await find(request, address);
      if (signed) return signed;
      const pending = takesPending(access) ? await findPending(context, request) : undefined;
      if (pending) return pending;
      throw new ApiProblem('session_missing', 'sign in, or send a token as Authorization: Bearer');
    },
  };
}

/** The secret that a request presents. A token takes precedence over a cookie, even if it is wrong. */
function presentedSecret(request: Request, managementUrl: string): PresentedSecret | undefined {
  const authorization = request.headers.get('authorization');
  if (authorization !== null) {
    const [, secret = ''] = /^bearer +(nst_[\w-]+)$/i.exec(authorization) ?? [];
    return { type: 'token', secret };
  }
  const secret = readSessionCookie(request, managementUrl);
  return secret === undefined ? undefined : { type: 'session', secret };
}

function takesPending(access: ManageRoute['access']): boolean {
  return access === 'pending' || access === 'enrolling';
}

async function findPending(context: ApiContext, request: Request): Promise<Authenticated | undefined> {
  const secret = readPendingCookie(request, context.managementUrl());
  return secret === undefined ? undefined : findAuthenticated(context, { type: 'pending', secret });
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
    return operator && (await isStillEnough(reader, operator, authToken))
      ? { operator: asAllowed(operator, authToken), authToken }
      : undefined;
  });
}

/** An operator with the roles that a session or token leaves them. */
export function asAllowed(operator: Operator, { scopes }: AuthToken): Operator {
  return { ...operator, roles: narrowedRoles(operator.roles, scopes) };
}

/** Whether a session satisfies the access policy as it is now. */
export async function isStillEnough(
  reader: Pick<StoreReader, 'accessPolicy'>,
  operator: Operator,
  authToken: AuthToken,
): Promise<boolean> {
  return authToken.type !== 'session' || isSufficient(await reader.accessPolicy(), operator, authToken);
}

/** Whether a token has expired. */
export function isExpired({ expiresAt }: AuthToken, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

const notingMilliseconds = 60_000;
const notedBytes = 1_000_000;

/**
 * Records from time to time when a token was used, which extends a session. No request waits for it: the store may be
 * busy for long.
 */
function createNoting({ store, now }: ApiContext): (authToken: AuthToken, address: string) => void {
  const noted = new LruCache<number>(
    () => notedBytes,
    () => 8,
  );
  return (authToken, address) => {
    const last = Math.max(authToken.lastUsedAt ?? authToken.createdAt, noted.get(authToken.sha256) ?? 0);
    if (now() - last < notingMilliseconds) return;
    noted.set(authToken.sha256, now());
    // If the store is busy, the next request tries again.
    noteUse(store, authToken.sha256, address, now()).catch(() => noted.delete(authToken.sha256));
  };
}

/** Rereads the token in the transaction: one that ended in the meantime must not come back. */
async function noteUse(
  store: ApiContext['store'],
  sha256: string,
  address: string,
  now: number,
): Promise<void> {
  await (await store()).write(async (writer) => {
    const authToken = await writer.authToken(sha256);
    if (authToken === undefined || isExpired(authToken, now)) return;
    const lastAddress = authToken.type === 'session' ? address : undefined;
    const used = { lastUsedAt: now, lastAddress, expiresAt: prolonged(authToken, now) };
    await writer.putAuthToken({ ...authToken, ...used });
  });
}

function prolonged({ type, createdAt, expiresAt }: AuthToken, now: number): number | undefined {
  return type === 'session' ? Math.min(createdAt + mostMilliseconds, now + idleMilliseconds) : expiresAt;
}
