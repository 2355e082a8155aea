import { readdir } from 'node:fs/promises';
import type { Workplace } from '../../management/createManagement.ts';
import { keepKeyUsage } from '../../management/manage/keys/keepKeyUsage.ts';
import type { KeyUsage } from '../../store/Office.ts';
import { openStore } from '../../store/openStore.ts';
import { openWhenNeeded } from '../../store/openWhenNeeded.ts';
import { deskOf, type Surroundings, uploadFolder } from './deskOf.ts';
import type { OpenWorkplace } from './openWorkplace.ts';
import { tellNowAndThen } from './tellNowAndThen.ts';
import { watchTraffic } from './watchTraffic.ts';

/** What operators work with on this node. */
export type Office = {
  readonly workplace: Workplace;
  readonly onKeyUsage: (usages: readonly KeyUsage[]) => void;
  /** The link that makes the first owner; undefined where there is somebody already. */
  firstOwnerLink(): Promise<string | undefined>;
  /** Goes on with uploads that the last run left unfinished. */
  resume(): Promise<void>;
  /** Ends all work, and writes what is not written yet. */
  close(): Promise<void>;
};

/** Whoever waits in front of a screen is told after so long that an import is under way, or that the database is silent. */
const patienceMilliseconds = 10_000;

/** Opens the office. What only operators need is loaded when somebody comes, and the store opened when it is needed. */
export function openOffice(around: Surroundings): Office {
  const { config, log } = around;
  const { databaseUrl, keptVersions } = config;
  const store = openWhenNeeded(() =>
    openStore(databaseUrl, { keptVersions, patience: patienceMilliseconds }),
  );
  const onUsageError = tellNowAndThen(log, 'how often keys are used can not be written for now');
  const usage = keepKeyUsage({ store: store.get, onError: onUsageError });
  const traffic = watchTraffic(around);
  const desk = deskOf(around, store.get, traffic.traffic);
  const opened = openWhenNeeded<OpenWorkplace>(async () => {
    // In two parts: readers wait while something is loaded.
    await import('@newsstand/contract/manage');
    const { openWorkplace } = await import('./openWorkplace.ts');
    return openWorkplace(config, desk, usage.pending);
  });
  return {
    workplace: {
      manage: async (request, address) => (await opened.get()).manage(request, address),
      console: async (request, address) => (await opened.get()).console(request, address),
    },
    onKeyUsage: usage.add,
    async firstOwnerLink() {
      const { firstOwnerLink } = await import('../../management/manage/people/firstOwnerLink.ts');
      return await firstOwnerLink(desk);
    },
    async resume() {
      if ((await readdir(uploadFolder(config)).catch(() => [])).length > 0) await opened.get();
    },
    async close() {
      await Promise.all([opened.close(), traffic.close(), usage.close()]);
      await store.close();
    },
  };
}
