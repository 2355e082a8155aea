import { readdirSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename, join } from 'node:path';
import { type Config, mirrorPath } from '../../config/readConfig.ts';
import { createLog, type Logger, logOccasionally } from '../../log/createLog.ts';
import { limitTo } from '../../store/limitTo.ts';
import { keepMirror, type MirrorState } from '../../store/mirror/keepMirror.ts';
import { MirrorError, openMirror, removeMirror } from '../../store/mirror/openMirror.ts';
import { openLazily } from '../../store/openStore.ts';
import { openPostgres } from '../../store/postgres/openPostgres.ts';
import { logMigration } from '../logMigration.ts';
import { type FromMirror, statusMilliseconds, type ToMirror } from '../messages.ts';

/** The mirror process of a node: separate, so that writing the mirror never blocks readers. */
const shortestPause = 500;
const longestPause = 10_000;
const patienceMilliseconds = 1000;
const stopping = new AbortController();
let ended: Promise<void> | undefined;
let latest: FromMirror | undefined;

// Workers follow the database themselves while the mirror is behind, so it may take as long as readers need.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('message', (message: ToMirror) => {
  if (message.type === 'start') ended = run(message.config);
  else void end();
});
// Without a parent nobody would restart or stop this process.
process.on('disconnect', () => void end());
// A terminal or a service manager sends them to all processes at once; the parent decides.
process.on('SIGTERM', () => {});
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});

async function run(config: Config): Promise<void> {
  const { log, end } = createLog(config.logLevel, config.logFormat);
  try {
    await keep(config, log);
  } catch (error) {
    // The next process recreates it.
    if (error instanceof MirrorError) removeMirror(mirrorPath(config));
    send({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    process.exitCode = 1;
  }
  await end();
  process.disconnect?.();
}

async function keep(config: Config, log: Logger): Promise<void> {
  const onError = logOccasionally(log, 'following the database failed; readers get the last known content');
  let wake = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  stopping.signal.addEventListener('abort', () => {
    wake.resolve();
    stopped.resolve();
  });
  await using opened = new AsyncDisposableStack();
  const mirror = opened.adopt(await openMirror(mirrorPath(config)), (it) => it.close());
  const upstream = opened.adopt(
    openLazily(() => openUpstream(config, log, () => wake.resolve(), onError)),
    (it) => it.close(),
  );
  const keeper = keepMirror({
    mirror,
    upstream: async () => (await upstream.get()).followed,
    onState: reportState,
    now: Date.now,
  });
  let isAlone = false;
  for (let pause = shortestPause; !stopping.signal.aborted; ) {
    wake = Promise.withResolvers();
    const outcome = await keeper.catchUp().then(() => 'done' as const, failed);
    if (outcome === 'done' && !isAlone) removeOtherMirrors(config);
    isAlone ||= outcome === 'done';
    if (outcome !== 'done') await Promise.race([Bun.sleep(pause), stopped.promise]);
    else if (!stopping.signal.aborted) await wake.promise;
    // Rewriting a mirror is expensive each time, so its delay grows; a database that is back is wanted soon.
    pause = outcome === 'mirror' ? Math.min(pause * 2, longestPause) : shortestPause;
  }

  function failed(error: unknown): 'mirror' | 'database' {
    if (error instanceof MirrorError && error.isDamaged) throw error;
    onError(error);
    return error instanceof MirrorError ? 'mirror' : 'database';
  }
}

/** The database, as far as this node holds it; `wake` is called when something may have changed. */
async function openUpstream(
  config: Config,
  log: Logger,
  wake: () => void,
  onError: (error: unknown) => void,
) {
  const store = await openPostgres(config.databaseReplicaUrl ?? config.databaseUrl, {
    follows: true,
    onMigration: logMigration(log),
  });
  const watch = await store.watch(wake, onError);
  return {
    followed: limitTo(config.scopes, store),
    async close(): Promise<void> {
      await watch[Symbol.asyncDispose]();
      await store.close();
    },
  };
}

/** Once its status is known, nobody waits for the mirror: if it is not current, the database is read. */
function reportState(state: MirrorState): void {
  const isFirst = latest === undefined;
  latest = { type: 'mirror', mirror: { ...state, session: process.pid } };
  send(latest);
  if (!isFirst) return;
  send({ type: 'ready' });
  // Receivers stop relying on a mirror without a recent status.
  setInterval(() => latest && send(latest), statusMilliseconds);
}

/** Mirrors of other databases and scopes are obsolete. */
function removeOtherMirrors(config: Config): void {
  const own = basename(mirrorPath(config));
  const files = readdirSync(config.dataFolder).filter((name) => /^mirror-\w+\.db(-wal|-shm)?$/.test(name));
  for (const name of files) if (!name.startsWith(own)) rmSync(join(config.dataFolder, name), { force: true });
}

/** An interrupted write is rolled back when the mirror is next opened. */
async function end(): Promise<void> {
  stopping.abort();
  await Promise.race([ended, Bun.sleep(patienceMilliseconds)]);
  process.exit();
}

function send(message: FromMirror): void {
  if (process.connected) process.send?.(message);
}
