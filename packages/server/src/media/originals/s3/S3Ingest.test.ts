import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedS3 } from '../../../../../../tests/startS3.ts';
import { isFull } from '../../../../../../tests/testing/runs.ts';
import { until } from '../../../../../../tests/testing/until.ts';
import { MediaUnavailable, originalName } from '../Originals.ts';
import { bytesOf, put } from '../testing/originalsSuite.ts';
import { id, large, patient, picture, setScene } from './testing/scene.ts';

const scene = setScene(sharedS3);

test('existing files are not uploaded again', async () => {
  const { s3, proxy, folder, machine, putBytes, putClip } = scene();
  await putBytes(picture);
  await putClip(machine('writer', { url: s3.url, timeouts: patient }));
  const again = machine('again', { timeouts: patient });
  await put(again, join(folder, 'file'));
  await putClip(again);
  expect(proxy.requests.filter((line) => !/^(GET|HEAD)/.test(line))).toEqual([]);
});

test('short outages go unnoticed', async () => {
  const { proxy, folder, machine } = scene();
  writeFileSync(join(folder, 'file'), large);
  const writer = machine('other', { timeouts: patient });
  for (const fault of [{ status: 503, code: 'SlowDown' }, { cutAfter: 0 }]) {
    proxy.fail(fault, 2);
    expect(await writer.find(originalName(await put(writer, join(folder, 'file'))))).toBeDefined();
  }
});

test('an interrupted upload leaves no file, and can be repeated', async () => {
  const { proxy, folder, machine, putClip } = scene();
  writeFileSync(join(folder, 'file'), large);
  const writer = machine('other');
  const faults = [{ status: 403, code: 'AccessDenied' }, { status: 500 }, 'silence'] as const;
  for (const fault of isFull ? faults : faults.slice(0, 1)) {
    proxy.fail(fault);
    await expect(put(writer, join(folder, 'file'))).rejects.toBeInstanceOf(MediaUnavailable);
    await expect(putClip(writer)).rejects.toBeInstanceOf(MediaUnavailable);
    proxy.fail('none');
  }
  let time = 0;
  const reader = machine('reader', { now: () => time, timeouts: patient });
  expect(await reader.openPart(id, 'a.m3u8')).toBeUndefined();
  const again = machine('other', { timeouts: patient });
  await putClip(again);
  // Another machine finds it within a second.
  time = 1_000;
  const name = originalName(await put(again, join(folder, 'file')));
  expect((await bytesOf(await reader.open(name))).equals(large)).toBe(true);
  expect(`${await bytesOf(await reader.openPart(id, 'a.m3u8'))}`).toBe('list');
  expect(readdirSync(join(folder, 'other', 'incoming'))).toEqual([]);
});

test('wherever an upload is interrupted, a bundle exists completely or not at all', async () => {
  const { proxy, machine, putClip } = scene();
  for (let requests = 0, isThere = false; !isThere; requests++) {
    proxy.fail('none', requests, { status: 403, code: 'AccessDenied' });
    const isTaken = await putClip(machine('other')).then(
      () => true,
      () => false,
    );
    proxy.fail('none');
    const reader = machine(`reader${requests}`);
    const parts = await Promise.all(['a.m3u8', 'a/0.m4s'].map((path) => reader.openPart(id, path)));
    isThere = parts[0] !== undefined;
    expect([requests, isThere]).toEqual([requests, isTaken]);
    if (isThere) expect((await Promise.all(parts.map((part) => bytesOf(part)))).join()).toBe('list,segment');
  }
});

test('a file that changes while it is read is not stored', async () => {
  const { proxy, folder, machine } = scene();
  const path = join(folder, 'file');
  writeFileSync(path, large);
  const writer = machine('other', { timeouts: patient });
  const taking = put(writer, path);
  // The upload begins after a lookup: by now the file has been read once.
  await until('the lookup', () => proxy.requests.some((line) => line.startsWith('HEAD')));
  writeFileSync(path, Buffer.concat([picture, Buffer.alloc(20_000_000, 'another')]));
  await expect(taking).rejects.toThrow('changed while it was being read');
  const sha256 = createHash('sha256').update(large).digest('hex');
  expect(await machine('reader').find(`${sha256}.png`)).toBeUndefined();
});
