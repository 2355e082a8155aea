import { LruCache } from '../../../concurrency/LruCache.ts';
import type { Operator, Pass } from '../../../store/Office.ts';
import type { Desk } from '../Desk.ts';
import { ManageRefusal } from '../ManageRefusal.ts';
import { sha256Of } from './passSecret.ts';
import { readSessionCookie } from './sessionCookie.ts';
import { idleMilliseconds, mostMilliseconds } from './sessionTimes.ts';

/** Someone who is signed in, and by what. */
export type Signed = { readonly operator: Operator; readonly pass: Pass };

/** Lets in who is known. */
export type Door = {
  /** Whether a browser vouches for the request, by a cookie that it adds by itself. */
  isByCookie(request: Request): boolean;
  find(request: Request): Promise<Signed | undefined>;
  /** The same; refused where nobody is signed in. */
  open(request: Request): Promise<Signed>;
};

type Shown = { readonly type: 'session' | 'token'; readonly secret: string };

/** Makes the door of the write interface: who someone is and may, is read from the store each time. */
export function createDoor(desk: Desk): Door {
  const note = createNoting(desk);
  const shownBy = (request: Request) => shown(request, desk.managementUrl());
  const find = async (request: Request) => {
    const given = shownBy(request);
    const signed = given && (await lookUp(desk, given));
    if (signed) note(signed.pass);
    return signed;
  };
  return {
    isByCookie: (request) => shownBy(request)?.type === 'session',
    find,
    async open(request) {
      const signed = await find(request);
      if (signed) return signed;
      throw new ManageRefusal('session_missing', 'sign in, or send authorization: Bearer with a token');
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

async function lookUp({ store, now }: Desk, { type, secret }: Shown): Promise<Signed | undefined> {
  const opened = await store();
  return opened.read(async (reader) => {
    const pass = await reader.pass(sha256Of(secret));
    if (pass?.type !== type || pass.operatorId === undefined || isOver(pass, now())) return undefined;
    const operator = await reader.operator(pass.operatorId);
    return operator && { operator, pass };
  });
}

/** Whether a pass lets nobody in any more. */
export function isOver({ expiresAt }: Pass, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

const notingMilliseconds = 60_000;
const notedBytes = 1_000_000;

/**
 * Notes now and then when a pass was used; a session lives on by it. Nobody waits for that: while someone else writes
 * for long, answers would.
 */
function createNoting({ store, now }: Desk): (pass: Pass) => void {
  const noted = new LruCache<number>(
    () => notedBytes,
    () => 8,
  );
  return (pass) => {
    const last = Math.max(pass.lastUsedAt ?? pass.createdAt, noted.get(pass.sha256) ?? 0);
    if (now() - last < notingMilliseconds) return;
    noted.set(pass.sha256, now());
    // Where the store is busy the next request tries again.
    noteUse(store, pass.sha256, now()).catch(() => noted.delete(pass.sha256));
  };
}

/** Reads it anew in the transaction: what was ended meanwhile must not come back. */
async function noteUse(store: Desk['store'], sha256: string, now: number): Promise<void> {
  await (await store()).write(async (writer) => {
    const pass = await writer.pass(sha256);
    if (pass === undefined || isOver(pass, now)) return;
    await writer.putPass({ ...pass, lastUsedAt: now, expiresAt: prolonged(pass, now) });
  });
}

function prolonged({ type, createdAt, expiresAt }: Pass, now: number): number | undefined {
  return type === 'session' ? Math.min(createdAt + mostMilliseconds, now + idleMilliseconds) : expiresAt;
}
