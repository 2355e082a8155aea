import type { AuditEvent } from '../management/api/writeAs.ts';
import { commandLine, type Store, type WriteOptions, type Writer } from '../store/Store.ts';

/** One transaction with its audit entries; a change without effect is not audited. */
export function writeAudited<T>(
  store: Store,
  work: (writer: Writer) => Promise<T>,
  auditEvents: (result: T) => readonly AuditEvent[],
  options: Pick<WriteOptions, 'isCopy'> = {},
): Promise<T> {
  const by = commandLine();
  return store.write(
    async (writer) => {
      const result = await work(writer);
      await writer.addAudit(
        ...auditEvents(result).map((auditEvent) => ({ at: by.at, by: by.name, ...auditEvent })),
      );
      return result;
    },
    { by, ...options },
  );
}
