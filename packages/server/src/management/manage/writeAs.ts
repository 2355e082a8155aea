import type { AuditEntry } from '../../store/Office.ts';
import type { Writer } from '../../store/Store.ts';
import type { AskedByOperator } from './Asked.ts';
import type { Desk } from './Desk.ts';

/** What the audit log says of a change. */
export type Deed = Pick<AuditEntry, 'action' | 'projectId' | 'target' | 'details'>;

/**
 * One transaction of an operator, with its lines in the audit log; it ends when this node shows what has changed.
 * `deeds` is asked when the work is done: what changed nothing is no deed.
 */
export async function writeAs<T>(
  { store, now, shelves }: Desk,
  { operator }: Pick<AskedByOperator, 'operator'>,
  work: (writer: Writer) => Promise<T>,
  deeds: (result: T) => readonly Deed[],
): Promise<T> {
  const opened = await store();
  const by = { name: operator.operatorId, at: now() };
  const result = await opened.write(
    async (writer) => {
      const done = await work(writer);
      for (const deed of deeds(done)) await writer.addAudit({ at: by.at, by: by.name, ...deed });
      return done;
    },
    { by },
  );
  await shelves.shown((await opened.bookmark()).revision);
  return result;
}
