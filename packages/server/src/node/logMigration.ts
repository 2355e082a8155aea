import type { Logger } from '../log/createLog.ts';
import type { OnMigration } from '../store/Store.ts';

/** Logs that an older store is about to be migrated. */
export function logMigration(log: Logger): OnMigration {
  return (from, to) => log.info({ from, to }, 'migrating the store to the schema of this version');
}
