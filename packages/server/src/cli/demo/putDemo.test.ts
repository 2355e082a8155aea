import { expect, setDefaultTimeout, test } from 'bun:test';
import { chmod, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { inTemporaryFolder, startNewsstand } from '../../../../../tests/newsstandProcess.ts';
import { keysOf } from '../../../../../tests/withDemo.ts';
import { readConfig } from '../../config/readConfig.ts';
import type { Store } from '../../store/Store.ts';
import { withStore } from '../../store/withStore.ts';
import { putDemo } from './putDemo.ts';

// A busy machine is no fault.
setDefaultTimeout(120_000);

test('fills an empty store once, and makes no keys: whether they can be shown is not yet known', async () => {
  await inTemporaryFolder(async (folder) => {
    const config = readConfig({}, { data: folder });
    const work = async (store: Store) => {
      expect(await putDemo(store, config)).toBe(true);
      const revision = await store.bookmark();
      expect(await store.read((reader) => reader.instances())).toHaveLength(3);
      expect(await store.read((reader) => reader.credentials())).toEqual([]);
      expect(await putDemo(store, config)).toBe(false);
      expect(await store.bookmark()).toEqual(revision);
    };
    await withStore(config.databaseUrl, work, { creates: true });
  });
});

/** A PATH with what a start needs, and no ffmpeg but the one that is written there. */
async function pathWithout(folder: string, ffmpeg?: string): Promise<string> {
  await mkdir(folder);
  for (const name of ['dirname', 'readlink', 'nice'])
    await symlink(Bun.which(name) ?? '', join(folder, name));
  if (ffmpeg !== undefined) {
    await Bun.write(join(folder, 'ffmpeg'), ffmpeg);
    await chmod(join(folder, 'ffmpeg'), 0o700);
  }
  return folder;
}

test.each([
  ['is missing', undefined, 'there is no ffmpeg on the PATH'],
  ['fails', '#!/bin/sh\necho no encoder >&2\nexit 1\n', 'ffmpeg says .no encoder.'],
])('where ffmpeg %s, there is no video, which one line says', async (_, ffmpeg, reason) => {
  await inTemporaryFolder(async (folder) => {
    const PATH = await pathWithout(join(folder, 'programs'), ffmpeg);
    const env = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'silent', PATH };
    const running = await startNewsstand(['--demo'], env);
    try {
      const get = async (path: string) => {
        const url = `${running.url}/static/projects/demo/spaces/web/${path}`;
        const response = await fetch(url, { headers: keysOf(running).reader });
        return { status: response.status, text: await response.text() };
      };
      expect(await get('collection/medias/m-film')).toMatchObject({ status: 404 });
      const article = await get('news/instances/blog/news/a-week-in-huila');
      expect(article.status).toBe(200);
      expect(article.text).not.toContain('m-film');
      expect(JSON.parse((await get('collection/medias')).text).totalCount).toBe(22);
      const { stderr } = await running.end();
      expect(stderr).toMatch(new RegExp(`^newsstand: the demo comes without its video: .*${reason}.*\n$`));
    } finally {
      running.kill('SIGKILL');
    }
  });
});
