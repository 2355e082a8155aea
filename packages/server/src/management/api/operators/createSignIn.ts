import { signIn } from '@newsstand/contract/manage';
import { LruCache } from '../../../concurrency/LruCache.ts';
import type { Operator } from '../../../store/Admin.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { ApiRequest, OpenHandler } from '../ApiRequest.ts';
import type { Attempt, PasswordChecker } from './createPasswordChecker.ts';
import { knownDevice } from './deviceCookie.ts';
import { type OpenedSession, openSession, sessionAnswer } from './openSession.ts';

/** Signs in by name and password. Nobody learns which of both was wrong. */
export function createSignIn(context: ApiContext, passwords: PasswordChecker): OpenHandler {
  const logRefusal = createRefusalLog(context);
  return async (req) => {
    const { operatorId, password } = await req.body(signIn);
    const store = await context.store();
    const operator = await store.read((reader) => reader.operator(operatorId));
    const passwordHash = operator?.passwordHash;
    const device = knownDevice(req.raw, { operatorId, passwordHash }, context);
    const attempt: Attempt =
      device === undefined ? { by: 'stranger', operatorId, address: req.address } : { by: 'device', device };
    const isRight = await passwords.isRight(password, passwordHash, attempt);
    const opened = isRight && operator ? await enter(context, operator, req) : undefined;
    if (operator && opened) return sessionAnswer(context, req.raw, operator, opened);
    logRefusal(operator?.operatorId, req.address);
    throw new ApiProblem('sign_in_failed', 'check both; an owner can send you a link for a new password');
  };
}

/** Undefined where the password is no longer the one that was checked. */
async function enter(
  { store, now, ...context }: ApiContext,
  { operatorId, passwordHash }: Operator,
  { raw: request, address }: ApiRequest,
): Promise<OpenedSession | undefined> {
  return (await store()).write(async (writer) => {
    if ((await writer.operator(operatorId))?.passwordHash !== passwordHash) return undefined;
    const opened = await openSession(writer, { store, now, ...context }, operatorId, request);
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

const logMilliseconds = 60_000;
const loggedBytes = 1_000_000;

/**
 * Writes refused attempts to the audit log: at most one line a minute for an operator, with the number since the line
 * before, so that guessing from very many addresses does not fill the store. A name that nobody has is left out: it may
 * be a password in the wrong field. Nothing waits for it: the time it takes would reveal which operators exist.
 */
function createRefusalLog({ store, now, onError }: ApiContext) {
  const logged = new LruCache<{ readonly at: number; readonly skipped: number }>(
    () => loggedBytes,
    () => 32,
  );
  return (operatorId: string | undefined, address: string): void => {
    const target = operatorId === undefined ? 'operators' : `operators/${operatorId}`;
    const last = logged.get(target) ?? { at: Number.NEGATIVE_INFINITY, skipped: 0 };
    const attempts = last.skipped + 1;
    if (Math.abs(now() - last.at) < logMilliseconds) {
      logged.set(target, { at: last.at, skipped: attempts });
      return;
    }
    logged.set(target, { at: now(), skipped: 0 });
    const details = { address, attempts };
    const entry = { at: now(), by: 'nobody', action: 'session.refused', target, details };
    store()
      .then((opened) => opened.write((writer) => writer.addAudit(entry)))
      .catch(onError);
  };
}
