import { signIn } from '@newsstand/contract/manage';
import { RecentMap } from '../../../recent/RecentMap.ts';
import type { Operator } from '../../../store/Office.ts';
import type { Asked, OpenHandler } from '../Asked.ts';
import type { Desk } from '../Desk.ts';
import { ManageRefusal } from '../ManageRefusal.ts';
import type { Guard } from './createGuard.ts';
import { type OpenedSession, openSession, sessionAnswer } from './openSession.ts';

/** Signs in by name and password. Nobody learns which of both was wrong. */
export function createSignIn(desk: Desk, guard: Guard): OpenHandler {
  const tell = createRefusalLog(desk);
  return async (asked) => {
    const { operatorId, password } = await asked.body(signIn);
    const store = await desk.store();
    const operator = await store.read((reader) => reader.operator(operatorId));
    const isRight = await guard.isRight(password, operator?.passwordHash, operatorId, asked.address);
    const opened = isRight && operator ? await enter(desk, operator, asked) : undefined;
    if (operator && opened) return sessionAnswer(desk, operator, opened);
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
 * Writes refused attempts to the audit log, at most one a minute for an operator and address. A name that nobody has is
 * left out: it may be a password in the wrong field. Nobody waits for it: how long that takes would tell who is there.
 */
function createRefusalLog({ store, now, onError }: Desk) {
  const told = new RecentMap<number>(
    () => toldBytes,
    () => 8,
  );
  return (operatorId: string | undefined, address: string): void => {
    const name = `${operatorId ?? ''} ${address}`;
    if (now() - (told.get(name) ?? Number.NEGATIVE_INFINITY) < tellingMilliseconds) return;
    told.set(name, now());
    const target = operatorId === undefined ? 'operators' : `operators/${operatorId}`;
    const entry = { at: now(), by: 'nobody', action: 'session.refused', target, details: { address } };
    store()
      .then((opened) => opened.write((writer) => writer.addAudit(entry)))
      .catch(onError);
  };
}
