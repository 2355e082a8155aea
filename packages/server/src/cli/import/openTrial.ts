import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config/readConfig.ts';
import { NoStoreError } from '../../store/StoreError.ts';
import { withStore } from '../../store/withStore.ts';

/** A store to try an import on, in a folder that is removed again. */
export type Trial = AsyncDisposable & { readonly config: Config };

/** A dry run creates nothing: where there is no store yet, it is done on one that does not last. */
export async function openTrial(config: Config): Promise<Trial | undefined> {
  try {
    await withStore(config.databaseUrl, async () => {});
    return undefined;
  } catch (error) {
    if (!(error instanceof NoStoreError)) throw error;
  }
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-'));
  return {
    config: {
      ...config,
      dataFolder: folder,
      databaseUrl: `sqlite:${join(folder, 'newsstand.db')}`,
      mediaStore: { type: 'folder', folder: join(folder, 'originals') },
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
