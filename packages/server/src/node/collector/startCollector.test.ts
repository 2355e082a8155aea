import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTemporaryFolder } from '../../../../../tests/newsstandProcess.ts';
import { until } from '../../../../../tests/testing/until.ts';
import { readConfig } from '../../config/readConfig.ts';
import { openFolderOriginals } from '../../media/originals/folder/openFolderOriginals.ts';
import { originalName } from '../../media/originals/Originals.ts';
import { put } from '../../media/originals/testing/originalsSuite.ts';
import { realPicture } from '../../media/testing/realFiles.ts';
import { openStore } from '../../store/openStore.ts';
import { startCollector } from './startCollector.ts';

/** A log, and its lines as they come. */
function listen() {
  const lines: { readonly level: string; readonly message: string }[] = [];
  const note = (level: string) => (_: object, message: string) => void lines.push({ level, message });
  const log = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
  return { lines, log };
}

test('unreferenced files are removed by a separate process, run by run', async () => {
  await inTemporaryFolder(async (folder) => {
    const config = readConfig({ NEWSSTAND_DATA: folder, NEWSSTAND_MEDIA_GRACE: '1d' });
    await (await openStore(config.databaseUrl)).close();
    const originals = openFolderOriginals(join(folder, 'originals'));
    writeFileSync(join(folder, 'picture'), realPicture('png'));
    const name = originalName(await put(originals, join(folder, 'picture')));
    const [path, mark] = [join(name.slice(0, 2), name), join('unnamed', name)].map((each) =>
      join(folder, 'originals', each),
    );
    const { log, lines } = listen();
    const collector = startCollector({ config, log, first: 0, every: 50 });
    // Created first, written after: only then is its time final.
    await until('the mark', () => existsSync(mark ?? '') && statSync(mark ?? '').size > 0);
    expect(existsSync(path ?? '')).toBe(true);
    for (const each of [path, mark]) utimesSync(each ?? '', 0, 0);
    await until('a line', () => lines.length > 0);
    await collector.stop();
    expect(lines).toEqual([{ level: 'info', message: 'unreferenced files were removed' }]);
    expect(existsSync(path ?? '')).toBe(false);
  });
});

test('failures are logged and retried; nothing is done if files are kept forever', async () => {
  await inTemporaryFolder(async (folder) => {
    mkdirSync(join(folder, 'newsstand.db'));
    const { log, lines } = listen();
    const config = readConfig({ NEWSSTAND_DATA: folder });
    const collector = startCollector({ config, log, first: 0, every: 10 });
    await until('two lines', () => lines.length >= 2);
    await collector.stop();
    expect(lines[0]).toMatchObject({
      level: 'warn',
      message: expect.stringContaining('unreferenced files cannot be removed'),
    });
    const off = readConfig({ NEWSSTAND_DATA: join(folder, 'off'), NEWSSTAND_MEDIA_GRACE: 'off' });
    const idle = startCollector({ config: off, log, first: 0 });
    await Bun.sleep(50);
    await idle.stop();
    expect(readdirSync(folder)).not.toContain('off');
  });
});
