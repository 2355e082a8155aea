import { describe, test } from 'bun:test';
import type { OpenHarness, StoreHarness } from './OpenHarness.ts';

type OpenedTest = (name: string, work: (opened: StoreHarness) => Promise<void>) => void;

/** Describes something with tests that each get a store of their own. */
export function describeOpened(name: string, open: OpenHarness, tests: (test: OpenedTest) => void): void {
  describe(name, () => {
    tests((testName, work) => {
      test(testName, async () => {
        const opened = await open();
        try {
          await work(opened);
        } finally {
          await opened.dispose();
        }
      });
    });
  });
}
