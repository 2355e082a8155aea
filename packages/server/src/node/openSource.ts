import { type Config, isPostgres, mirrorPath } from '../config/readConfig.ts';
import type { Logger } from '../log/createLog.ts';
import { limitTo } from '../store/limitTo.ts';
import { mirrored } from '../store/mirror/mirrored.ts';
import { followMirror } from '../store/mirror/openMirror.ts';
import { openLazily, openStore } from '../store/openStore.ts';
import type { Followed } from '../store/Store.ts';
import { logMigration } from './logMigration.ts';
import { type MirrorStatus, statusMilliseconds } from './messages.ts';

/** What a delivering process follows. */
export type Source = {
  readonly followed: Followed;
  /** How far the followed store itself may be behind, in seconds. */
  lagSeconds(now: number): number;
  close(): Promise<void>;
};

/** Opens the store, or the mirror of a remote store. */
export async function openSource(
  config: Config,
  known: () => MirrorStatus | undefined,
  log: Logger,
): Promise<Source> {
  if (isPostgres(config.databaseUrl)) return openMirrored(config, known, log);
  const store = await openStore(config.databaseUrl, { creates: false });
  const followed = limitTo(config.scopes, store);
  return { followed, lagSeconds: () => 0, close: () => store.close() };
}

const longestSilence = 3 * statusMilliseconds;

function openMirrored(config: Config, known: () => MirrorStatus | undefined, log: Logger): Source {
  const { scopes, databaseUrl, databaseReplicaUrl = databaseUrl } = config;
  const database = openLazily(async () => {
    const { openPostgres } = await import('../store/postgres/openPostgres.ts');
    return await openPostgres(databaseReplicaUrl, { follows: true, onMigration: logMigration(log) });
  });
  let mirror: ReturnType<typeof followMirror> | undefined;
  let session: number | undefined;
  let received: MirrorStatus | undefined;
  let receivedAt = 0;

  /** A new mirror process may have recreated the mirror, so it is reopened for each. */
  function currentMirror(): Followed {
    const keeper = known()?.session;
    if (mirror === undefined || session !== keeper) {
      void mirror?.close();
      mirror = followMirror(mirrorPath(config));
      session = keeper;
    }
    return mirror;
  }

  /** Recent: a process that hangs would not report a revocation. */
  function isCurrent(): boolean {
    const state = known();
    if (state !== received) receivedAt = performance.now();
    received = state;
    return state?.isCurrent === true && performance.now() - receivedAt < longestSilence;
  }

  return {
    followed: mirrored({
      mirror: () => limitTo(scopes, currentMirror()),
      upstream: async () => limitTo(scopes, await database.get()),
      isCurrent,
    }),
    lagSeconds(now) {
      return isCurrent() ? Math.max(0, now - (known()?.equalAt ?? now)) / 1000 : 0;
    },
    async close() {
      await Promise.all([mirror?.close(), database.close()]);
    },
  };
}
