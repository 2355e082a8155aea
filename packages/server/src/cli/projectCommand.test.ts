import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { inStoreFolder } from '../../../../tests/inStoreFolder.ts';
import { outcomeHere } from '../../../../tests/runHere.ts';
import { openStore } from '../store/openStore.ts';
import { category, item, media, put, tag } from '../store/testing/suite/samples.ts';

test('places are named, renamed, removed and restored', async () => {
  await inStoreFolder(async (folder) => {
    const store = await openStore(`sqlite:${join(folder, 'newsstand.db')}`);
    await put(store, category, tag, media, item);
    const run = (...words: string[]) => outcomeHere(['project', ...words], { NEWSSTAND_DATA: folder });
    await run('name', 'acme', 'Acme 株式会社');
    expect((await run('list')).stdout).toMatch(/^acme +Acme 株式会社\nacme\/web\nacme\/web\/press\n/m);
    expect((await run('rename', 'acme/web/press', 'news')).stderr).toContain(
      'acme/web/press is now acme/web/news',
    );
    expect(await run('rename', 'acme/web', 'a b')).toMatchObject({ code: 2 });
    expect(await run('remove', 'acme', '--confirm', 'amce')).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining('--confirm must be acme') },
    });
    expect(await run('remove', 'acme/none', '--confirm', 'none')).toMatchObject({ code: 1 });
    const removed = await run('remove', 'acme', '--confirm', 'acme');
    const removalId = /project restore (\w+)/.exec(removed.stderr)?.[1] ?? '';
    expect((await run('list')).stderr).toContain('There are no projects yet');
    expect((await run('removed')).stdout).toMatch(
      new RegExp(`^${removalId} +acme +Acme 株式会社 +\\S+ +command line +4$`, 'm'),
    );
    await put(store, media);
    expect(await run('restore', removalId)).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining('acme is already in use') },
    });
    expect((await run('restore', removalId, '--as', 'corp')).code).toBe(0);
    const places = JSON.parse((await run('list', '--json')).stdout);
    expect(places).toContainEqual({ place: 'corp/web/news' });
    expect(places).toContainEqual({ place: 'corp', name: 'Acme 株式会社' });
    expect(await run('restore', removalId)).toMatchObject({ code: 1 });
    const log = await store.read((reader) => reader.audit({ most: 9 }));
    expect(log.map(({ action, by }) => `${by} ${action}`)).toEqual([
      ...['command line project.restore', 'command line project.remove'],
      ...['command line instance.rename', 'command line project.name'],
    ]);
    await store.close();
  });
});
