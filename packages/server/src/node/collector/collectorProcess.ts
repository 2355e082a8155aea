/**
 * A process that removes unreferenced files once, and exits. Separate, since it checks every file: no request waits
 * for it, and it may be killed at any moment.
 */
import { constants, setPriority } from 'node:os';
import type { Config } from '../../config/readConfig.ts';
import { openStore } from '../../store/openStore.ts';
import { collectGarbage } from '../../transfer/mediaFiles/collectGarbage.ts';
import { originalsOf } from '../originalsOf.ts';
import type { CollectOutcome } from './startCollector.ts';

setPriority(constants.priority.PRIORITY_LOW);
process.on('message', (config: Config) => void run(config));
// Without a parent nobody receives the outcome.
process.on('disconnect', () => process.exit());

async function run(config: Config): Promise<void> {
  const outcome = await collect(config).catch((error: unknown): CollectOutcome => {
    return { type: 'failed', message: error instanceof Error ? error.message : String(error) };
  });
  process.send?.(outcome);
  process.disconnect?.();
}

async function collect(config: Config): Promise<CollectOutcome> {
  const { mediaGrace: grace = Infinity } = config;
  const store = await openStore(config.databaseUrl, config);
  try {
    return { type: 'done', ...(await collectGarbage({ store, originals: originalsOf(config), grace })) };
  } finally {
    await store.close();
  }
}
