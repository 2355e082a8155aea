import { signIn } from '@newsstand/contract/manage';
import { LruCache } from '../../../concurrency/LruCache.ts';
import type { Operator } from '../../../store/Office.ts';
import type { Asked, OpenHandler } from '../Asked.ts';
import type { Desk } from '../Desk.ts';
import { ManageRefusal } from '../ManageRefusal.ts';
import type { Attempt, Guard } from './createGuard.ts';
import { knownDevice } from './deviceCookie.ts';
import { type OpenedSession, openSession, sessionAnswer } from './openSession.ts';

/** Signs in by name and password. Nobody learns which of both was wrong. */
export function createSignIn(desk: Desk, guard: Guard): OpenHandler {
  const tell = createRefusalLog(desk);
  return async (asked) => {
    const { operatorId, password } = await asked.body(signIn);
    const store = await desk.store();
    const operator = await store.read((reader) => reader.operator(operatorId));
    const passwordHash = operator?.passwordHash;
    const device = knownDevice(asked.request, { operatorId, passwordHash }, desk);
    const attempt: Attempt =
      device === undefined
        ? { by: 'stranger', operatorId, address: asked.address }
        : { by: 'device', device };
    const isRight = await guard.isRight(password, passwordHash, attempt);
    const opened = isRight && operator ? await enter(desk, operator, asked) : undefined;
    if (operator && opened) return sessionAnswer(desk, asked.request, operator, opened);
    tell(operator?.operatorId, asked.address);
    throw new ManageRefusal('sign_in_failed', 'check both; an owner can send you a link for a new password');
  };
}

/** Undefined where the password is no longer the one that was checked. */
async function enter(
  { store, now, ...desk }: Desk,
  { operatorId, passwordHash }: Operator,
  { request, address }: Asked,
): Promise<OpenedSession | undefined> {
  return (await store()).write(async (writer) => {
    if ((await writer.operator(operatorId))?.passwordHash !== passwordHash) return undefined;
    const opened = await openSession(writer, { store, now, ...desk }, operatorId, request);
    const target = `operators/${operatorId}`;
    await writer.addAudit({
      at: now(),
      by: operatorId,
      action: 'session.open',
      target,
      details: { address },
    });
    return opened;
  });
}

const tellingMilliseconds = 60_000;
const toldBytes = 1_000_000;

/**
 * Writes refused attempts to the audit log: at most one line a minute for an operator, with the number since the line
 * before, so that guessing from very many addresses does not fill the store. A name that nobody has is left out: it may
 * be a password in the wrong field. Nobody waits for it: how long that takes would tell who is there.
 */
function createRefusalLog({ store, now, onError }: Desk) {
  const told = new LruCache<{ readonly at: number; readonly untold: number }>(
    () => toldBytes,
    () => 32,
  );
  return (operatorId: string | undefined, address: string): void => {
    const target = operatorId === undefined ? 'operators' : `operators/${operatorId}`;
    const last = told.get(target) ?? { at: Number.NEGATIVE_INFINITY, untold: 0 };
    const attempts = last.untold + 1;
    if (Math.abs(now() - last.at) < tellingMilliseconds) {
      told.set(target, { at: last.at, untold: attempts });
      return;
    }
    told.set(target, { at: now(), untold: 0 });
    const details = { address, attempts };
    const entry = { at: now(), by: 'nobody', action: 'session.refused', target, details };
    store()
      .then((opened) => opened.write((writer) => writer.addAudit(entry)))
      .catch(onError);
  };
}
