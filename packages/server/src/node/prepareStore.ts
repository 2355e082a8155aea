import { type Config, isPostgres, mirrorPath } from '../config/readConfig.ts';
import type { Logger } from '../log/createLog.ts';
import { followMirror } from '../store/mirror/openMirror.ts';
import { withStore } from '../store/openStore.ts';
import { beginning, type Store } from '../store/Store.ts';
import { StoreUnreachableError } from '../store/StoreError.ts';
import { mediaKeyOf } from './addresses.ts';
import { logMigration } from './logMigration.ts';

/** What preparing a store needs. */
export type PrepareOptions = {
  readonly config: Config;
  readonly log: Logger;
  /** Fills the store before anything is served from it. */
  readonly prepare: ((store: Store) => Promise<void>) | undefined;
  /** Called when waiting for the database begins and ends. */
  readonly onWait: (waits: boolean) => void;
};

/**
 * Opens the store once before any worker does, so that the schema is created by one process and a store that cannot be
 * used is reported in one line. A node that has a mirror starts without its database; any other waits for it.
 */
export async function prepareStore(options: PrepareOptions): Promise<void> {
  const { config, log, prepare } = options;
  const open = () =>
    withStore(
      config.databaseUrl,
      async (store) => {
        if (!isPostgres(config.databaseUrl)) await keepMediaKey(config, store);
        await prepare?.(store);
      },
      { creates: true, onMigration: logMigration(log) },
    );
  if (!isPostgres(config.databaseUrl)) return await open();
  if (prepare === undefined && (await hasMirror(config))) {
    void open().catch((error: unknown) => log.warn({ err: error }, 'the database cannot be written for now'));
    return;
  }
  await onceReachable(options, () => open().catch((error: unknown) => openReplica(config, error)));
}

/** A key from before stores had their own stays in use, and is copied with the store. */
async function keepMediaKey(config: Config, store: Store): Promise<void> {
  const key = await mediaKeyOf(config, store);
  if (key === (await store.read((reader) => reader.mediaKey()))) return;
  await store.write((writer) => writer.putMediaKey(key));
}

async function hasMirror(config: Config): Promise<boolean> {
  const mirror = followMirror(mirrorPath(config));
  const bookmark = await mirror.bookmark().catch(() => beginning);
  await mirror.close();
  return bookmark.revision !== beginning.revision;
}

/** Readers can be served from a replica while the database is away. */
async function openReplica({ databaseReplicaUrl }: Config, error: unknown): Promise<void> {
  if (databaseReplicaUrl === undefined) throw error;
  const { openPostgres } = await import('../store/postgres/openPostgres.ts');
  await (await openPostgres(databaseReplicaUrl, { follows: true })).close();
}

const pauseMilliseconds = 1000;
/** A user or a database may still be created by whoever started both. */
const mostOtherFailures = 10;

/** Tries until the database can be reached, however long that takes; any other fault soon fails. */
async function onceReachable({ log, onWait }: PrepareOptions, attempt: () => Promise<void>): Promise<void> {
  let waits = false;
  for (let others = 0; ; ) {
    try {
      await attempt();
      break;
    } catch (error) {
      if (!(error instanceof StoreUnreachableError) && ++others === mostOtherFailures) throw error;
      if (!waits) {
        const reason = error instanceof Error ? error.message : String(error);
        log.warn(
          { reason },
          'waiting for the database; the service continues by itself once it can be reached',
        );
      }
      waits = true;
      onWait(true);
    }
    await Bun.sleep(pauseMilliseconds);
  }
  if (waits) log.info({}, 'the database can be reached');
  onWait(false);
}
