import { setImmediate } from 'node:timers/promises';
import type { AuditEntry, Operator } from '../../store/Office.ts';
import type { Store, StoreReader, Writer } from '../../store/Store.ts';
import type { AskedByOperator } from './Asked.ts';
import { checkRole } from './checkRole.ts';
import type { Desk } from './Desk.ts';
import { ManageRefusal } from './ManageRefusal.ts';
import { isOver } from './operators/createDoor.ts';

/** What the audit log says of a change. */
export type Deed = Pick<AuditEntry, 'action' | 'projectId' | 'target' | 'details'>;

/**
 * One transaction of an operator, with its lines in the audit log; it ends when this node shows what has changed.
 * `work` gets the operator as they are in this very transaction. `deeds` is asked when the work is done: what changed
 * nothing is no deed.
 */
export async function writeAs<T>(
  desk: Desk,
  asked: AskedByOperator,
  work: (writer: Writer, operator: Operator) => Promise<T>,
  deeds: (result: T) => readonly Deed[],
): Promise<T> {
  const opened = await desk.store();
  const by = { name: asked.operator.operatorId, at: desk.now() };
  const result = await opened.write(
    async (writer) => {
      const done = await work(writer, await stillAllowed(writer, asked, by.at));
      const entries = deeds(done).map((deed) => ({ at: by.at, by: by.name, ...deed }));
      if (entries.length > 0) await writer.addAudit(...entries);
      return done;
    },
    { by },
  );
  // A large change took its time: whoever waits for an answer gets one before it is taken in.
  await setImmediate();
  await untilShown(desk, opened);
  return result;
}

/** A body may take long to come, and so may a turn to write: whoever was put out meanwhile writes nothing more. */
async function stillAllowed(reader: StoreReader, asked: AskedByOperator, now: number): Promise<Operator> {
  const pass = await reader.pass(asked.pass.sha256);
  const operator =
    pass === undefined || isOver(pass, now) ? undefined : await reader.operator(asked.operator.operatorId);
  if (operator === undefined) throw new ManageRefusal('session_missing', 'this session was ended meanwhile');
  checkRole(asked.route, operator, asked.params['projectId']);
  return operator;
}

/** What is kept is kept, whatever happens after: whoever heard of a failure would do it again. */
async function untilShown({ shelves, onError }: Desk, store: Store): Promise<void> {
  try {
    await shelves.shown((await store.bookmark()).revision);
  } catch (error) {
    onError(error);
  }
}
