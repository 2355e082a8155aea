import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { until } from '../../../../../tests/testing/until.ts';
import { DiskCache } from '../DiskCache.ts';
import { openFolderOriginals } from '../originals/folder/openFolderOriginals.ts';
import { MediaUnavailable, originalName } from '../originals/Originals.ts';
import { put } from '../originals/testing/originalsSuite.ts';
import { openRenderer } from '../picture/render/openRenderer.ts';
import { realPicture } from '../testing/realFiles.ts';
import { createMediaServer } from './createMediaServer.ts';
import { engine } from './createPictureServer.ts';
import type { Asker } from './MediaResponse.ts';
import { everyFile, patient } from './testing/everyFile.ts';

test('pictures of another engine version have other cache keys', () => {
  expect(engine).toBe(`sharp ${sharp.versions.sharp}`);
});

test('a missing or unavailable source is looked up again the next time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  const renderer = openRenderer();
  const originals = openFolderOriginals(join(folder, 'originals'));
  writeFileSync(join(folder, 'file'), realPicture('png'));
  const name = originalName(await put(originals, join(folder, 'file')));
  let find = async (): Promise<string | undefined> => join(folder, 'thrown away');
  const media = createMediaServer({
    ...everyFile,
    originals: { ...originals, localPath: () => find() },
    renderer,
    cache: new DiskCache(join(folder, 'pictures'), 1e6),
    key: '',
    allowsUnsafe: true,
  });
  const ask = media.read(`unsafe/6x4/${name}`, { method: 'GET', header: () => undefined });
  expect(await ask(patient)).toMatchObject({ code: 'overloaded' });
  find = () => Promise.reject(new MediaUnavailable('S3 is gone', 'transient'));
  expect(await ask(patient)).toMatchObject({ code: 'media_unavailable', headers: 'retry-after: 5\r\n' });
  find = () => originals.localPath(name);
  expect(await ask(patient)).toMatchObject({ status: 200 });
  renderer.stop();
  rmSync(folder, { recursive: true });
});

test('a request that takes too long gets a 503; the rendering continues and is dropped if it ends too late', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  const originals = openFolderOriginals(join(folder, 'originals'));
  writeFileSync(join(folder, 'file'), realPicture('png'));
  const name = originalName(await put(originals, join(folder, 'file')));
  const bytes = Promise.withResolvers<void>();
  let closed = 0;
  const slow: typeof originals.open = async (wanted) => {
    await bytes.promise;
    const file = await originals.open(wanted);
    if (file === undefined) return undefined;
    return {
      ...file,
      async read(start, end) {
        const body = await file.read(start, end);
        return (
          body && {
            ...body,
            close() {
              closed++;
              body.close();
            },
          }
        );
      },
    };
  };
  const renderer = openRenderer();
  const media = createMediaServer({
    originals: { ...originals, open: slow },
    ...everyFile,
    renderer,
    cache: new DiskCache(join(folder, 'pictures'), 1e6),
    key: '',
    allowsUnsafe: true,
    responseTimeout: 10,
  });
  const ask = media.read(`originals/${name}`, { method: 'GET', header: () => undefined });
  expect(await ask(patient)).toMatchObject({ code: 'overloaded', headers: 'retry-after: 2\r\n' });
  expect(closed).toBe(0);
  bytes.resolve();
  await until('the end of the file', () => closed > 0);
  renderer.stop();
  rmSync(folder, { recursive: true });
});

test('a queued picture that nobody waits for any more is not rendered', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  const originals = openFolderOriginals(join(folder, 'originals'));
  writeFileSync(join(folder, 'file'), realPicture('png'));
  const name = originalName(await put(originals, join(folder, 'file')));
  const log = join(folder, 'log');
  writeFileSync(log, '');
  writeFileSync(
    join(folder, 'program.ts'),
    `import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
      process.on('message', async ({ target, operations }) => {
        appendFileSync(${JSON.stringify(log)}, operations.width + '\\n');
        while (operations.width === 1 && !existsSync(${JSON.stringify(join(folder, 'go'))})) await Bun.sleep(5);
        writeFileSync(target, 'made');
        process.send({ type: 'made' });
      });`,
  );
  const renderer = openRenderer({ program: join(folder, 'program.ts'), processes: 1 });
  const media = createMediaServer({
    ...everyFile,
    ...{
      originals,
      renderer,
      cache: new DiskCache(join(folder, 'pictures'), 1e6),
      key: '',
      allowsUnsafe: true,
    },
  });
  const gone = { now: false };
  const left = { ...patient, hasLeft: () => gone.now };
  const ask = (width: number, asker: Asker) =>
    media.read(`unsafe/${width}x1/${name}`, { method: 'GET', header: () => undefined })(asker);
  const first = ask(1, patient);
  await until('the first picture', async () => (await Bun.file(log).text()) === '1\n');
  const others = [ask(2, left), ask(3, left), ask(3, patient), ask(4, patient)];
  await until('the others', () => renderer.counts().queued === 3);
  gone.now = true;
  writeFileSync(join(folder, 'go'), '');
  expect(await first).toMatchObject({ status: 200 });
  expect(await others[0]).toMatchObject({ code: 'overloaded' });
  // Two have asked for this one, and one of them still waits.
  for (const each of others.slice(1)) expect(await each).toMatchObject({ status: 200 });
  expect(await Bun.file(log).text()).toBe('1\n3\n4\n');
  renderer.stop();
  rmSync(folder, { recursive: true });
});
