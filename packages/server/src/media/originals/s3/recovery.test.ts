import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { sharedS3 } from '../../../../../../tests/startS3.ts';
import { isFull } from '../../../../../../tests/testing/runs.ts';
import { until } from '../../../../../../tests/testing/until.ts';
import { MediaUnavailable } from '../Originals.ts';
import { bytesOf } from '../testing/originalsSuite.ts';
import { manifestKey, originalKey, partKey } from './manifest.ts';
import { id, large, patient, picture, setScene } from './testing/scene.ts';

const scene = setScene(sharedS3);

const sha256Of = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

test('an original of the wrong size is served once it has been repaired', async () => {
  const { machine, putObject } = scene();
  for (const bytes of [picture, large]) {
    for (const wrong of [bytes.subarray(0, -10), Buffer.concat([bytes, picture])]) {
      const name = `${sha256Of(bytes)}.png`;
      const faults: unknown[] = [];
      const onFault = (error: unknown) => faults.push(error);
      const reader = machine(`reader${wrong.length}`, { onFault, timeouts: patient });
      await putObject(originalKey(name), wrong);
      expect((await reader.find(name))?.fileSize).toBe(wrong.length);
      // A large file is streamed, so its hash can't be checked.
      const isNoticed = bytes === picture;
      if (isNoticed) await expect(reader.localPath(name)).rejects.toMatchObject({ reason: 'corrupt' });
      await putObject(originalKey(name), bytes);
      if (!isNoticed)
        await expect(bytesOf(await reader.open(name))).rejects.toMatchObject({ reason: 'corrupt' });
      expect(faults).toHaveLength(1);
      expect((await bytesOf(await reader.open(name))).equals(bytes)).toBe(true);
      expect((await reader.find(name))?.fileSize).toBe(bytes.length);
    }
  }
});

test('a corrupt manifest is not cached, and is read once it has been repaired', async () => {
  const { proxy, folder, machine, putObject, copiesOf } = scene();
  const reader = machine('reader');
  const garbage = ['<html>gateway</html>', '', '{"files":[{"path":"../a"}]}'];
  for (const text of garbage) {
    await putObject(manifestKey(id), text);
    await expect(reader.openPart(id, 'a')).rejects.toMatchObject({ reason: 'corrupt' });
  }
  const part = { path: 'a', fileSize: 5, sha256: sha256Of('hello') };
  await putObject(partKey(id, part), 'hello');
  await putObject(manifestKey(id), JSON.stringify({ files: [part] }));
  for (const later of [reader, machine('reader')])
    expect(`${await bytesOf(await later.openPart(id, 'a'))}`).toBe('hello');
  // A local copy that has become corrupt is deleted.
  const copy = id;
  expect(copiesOf('reader')).toContain(copy);
  const path = `${folder}/reader/${copy.slice(0, 2)}/${copy}`;
  await Bun.write(path, 'garbage');
  proxy.fail({ status: 403 });
  await expect(machine('reader').openPart(id, 'a')).rejects.toBeInstanceOf(MediaUnavailable);
  expect(copiesOf('reader')).not.toContain(copy);
  proxy.fail('none');
  expect(`${await bytesOf(await machine('reader').openPart(id, 'a'))}`).toBe('hello');
  expect(await Bun.file(path).json()).toEqual({ files: [part] });
});

if (isFull)
  test('a download that is too slow is abandoned, and the next request starts again', async () => {
    const { s3, proxy, machine, putBytes, putClip, copiesOf } = scene();
    const name = await putBytes(Buffer.concat([picture, Buffer.alloc(100_000, 7)]));
    await putClip(machine('writer', { url: s3.url, timeouts: patient }));
    const faults: unknown[] = [];
    const timeouts = { copy: 300, copyPerMegabyte: 1_000 };
    const reader = machine('reader', { timeouts, onFault: (error) => faults.push(error) });
    await reader.find(name);
    for (const trickleAfter of [3_000, 0]) {
      proxy.fail({ trickleAfter });
      // A manifest is shorter than the headers.
      const asked =
        trickleAfter > 0
          ? [reader.localPath(name), reader.localPath(name), reader.open(name).then((file) => bytesOf(file))]
          : [reader.openPart(id, 'a.m3u8')];
      for (const outcome of await Promise.allSettled<unknown>(asked))
        expect(outcome).toMatchObject({ reason: expect.any(MediaUnavailable) });
      proxy.fail('none');
    }
    expect(`${faults[0]}`).toContain('S3 is too slow');
    await until('the end of all transfers', () => proxy.open === 0);
    expect(copiesOf('reader')).toEqual([]);
    expect((await bytesOf(await reader.open(name))).length).toBe(picture.length + 100_000);
    expect(`${await bytesOf(await reader.openPart(id, 'a.m3u8'))}`).toBe('list');
  });

test('a large file may arrive as slowly as S3 sends it', async () => {
  const { proxy, machine, putBytes } = scene();
  const name = await putBytes(large);
  proxy.fail({ trickleAfter: 3_000 });
  const body = await (
    await machine('reader', { timeouts: { ...patient, copy: 100, copyPerMegabyte: 0 } }).open(name)
  )?.read(0, large.length);
  for (const end = performance.now() + 500; performance.now() < end; )
    expect((await body?.read())?.length).toBeGreaterThan(0);
  body?.close();
});

test('S3 is asked about a missing file once a second, so a new one appears soon', async () => {
  const { proxy, machine, putBytes, putClip } = scene();
  let time = 0;
  const reader = machine('reader', { now: () => time });
  const bytes = Buffer.concat([picture, Buffer.from('new')]);
  const name = `${sha256Of(bytes)}.png`;
  const ask = () =>
    Promise.all([
      reader.find(name),
      reader.open(name),
      reader.localPath(name),
      reader.openPart(id, 'a.m3u8'),
    ]);
  for (time of [0, 500, 999]) expect((await ask()).every((found) => found === undefined)).toBe(true);
  const missed = proxy.requests.length;
  // HEAD and then GET, for an original and for a manifest.
  expect(missed).toBe(4);
  time = 1_000;
  await ask();
  expect(proxy.requests.length).toBe(2 * missed);
  await putBytes(bytes);
  expect(await reader.find(name)).toBeUndefined();
  time = 2_000;
  expect(await reader.find(name)).toBeDefined();
  // Files that this machine adds are visible at once.
  expect(await reader.openPart(id, 'a.m3u8')).toBeUndefined();
  await putClip(reader);
  expect(`${await bytesOf(await reader.openPart(id, 'a.m3u8'))}`).toBe('list');
});
