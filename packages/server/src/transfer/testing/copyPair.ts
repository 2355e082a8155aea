import { expect } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../store/Store.ts';
import { openSqlite } from '../../store/sqlite/openSqlite.ts';
import { everything } from '../../store/testing/suite/samples.ts';
import { tokensOf } from '../copy/digestStore.ts';

/** Two empty stores in their own folder, for one test. */
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

/** Compares the whole content of two stores, not their digests. */
export async function expectSame(from: Store, to: Store): Promise<void> {
  expect(await everything(to)).toEqual(await everything(from));
  expect(await officeOf(to)).toEqual(await officeOf(from));
}

/** Everything that is copied besides content; sessions and invitations must not be. */
function officeOf(store: Store) {
  return store.read(async (reader) => ({
    mediaKey: await reader.mediaKey(),
    operators: await reader.operators(),
    placeNames: await reader.placeNames(),
    removedPlaces: await reader.removedPlaces(),
    tokens: await tokensOf(reader),
    versions: (await Array.fromAsync(reader.allVersions())).flat(),
    imported: (await Array.fromAsync(reader.allImported())).flat(),
    audit: (await Array.fromAsync(reader.allAudit())).flat(),
    auditChain: await reader.auditChain(),
    pseudonyms: await reader.pseudonyms(),
    settings: await Promise.all((await reader.instances()).map((each) => reader.instanceSettings(each))),
    proposals: (await Array.fromAsync(reader.allProposals())).flat(),
    keyUsage: (await Array.fromAsync(reader.allKeyUsage())).flat(),
  }));
}
