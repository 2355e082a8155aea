import type { Logger } from '../log/createLog.ts';
import type { OnMigration } from '../store/Store.ts';

/** Logs that an older store is about to be migrated, and how far that is if it takes long. */
export function logMigration(log: Logger): OnMigration {
  return (from, to, chained) => {
    if (chained === undefined) log.info({ from, to }, 'migrating the store to the schema of this version');
    else log.info(chained, 'still migrating: adding the entries of the audit log to its hash chain');
  };
}
