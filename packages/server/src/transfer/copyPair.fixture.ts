import { expect } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Followed } from '../store/Store.ts';
import { openSqlite } from '../store/sqlite/openSqlite.ts';
import { everything } from '../store/suite/samples.ts';

/** Two empty stores in a folder of their own, for one test. */
export async function openPair() {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-copy-'));
  const [source, target] = [join(folder, 'source.db'), join(folder, 'target.db')];
  const [from, to] = [await openSqlite(source), await openSqlite(target)];
  return {
    ...{ from, to, source, target },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([from.close(), to.close()]);
      await rm(folder, { recursive: true });
    },
  };
}

/** Looks at all that two stores hold, and not at digests of it. */
export async function expectSame(from: Followed, to: Followed): Promise<void> {
  expect(await everything(to)).toEqual(await everything(from));
  expect(await mediaKeyOf(to)).toBe(await mediaKeyOf(from));
}

function mediaKeyOf(store: Followed): Promise<string> {
  return store.read((reader) => reader.mediaKey());
}
