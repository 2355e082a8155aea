import { expect, test } from 'bun:test';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedS3 } from '../../../../../../tests/startS3.ts';
import { MediaUnavailable } from '../Originals.ts';
import { bytesOf } from '../testing/originalsSuite.ts';
import { id, patient, picture, setScene } from './testing/scene.ts';

const scene = setScene(sharedS3);

test('concurrent requests for the same object download it once', async () => {
  const { proxy, machine, putBytes } = scene();
  const name = await putBytes(picture);
  const reader = machine('reader');
  await Promise.all(Array.from({ length: 20 }, () => reader.localPath(name)));
  await bytesOf(await reader.open(name));
  expect(proxy.requests.filter((line) => line.startsWith('GET'))).toHaveLength(1);
});

test('an interrupted download leaves nothing behind', async () => {
  const { proxy, machine, putBytes, copiesOf } = scene();
  const name = await putBytes(Buffer.concat([picture, Buffer.alloc(100_000, 7)]));
  const reader = machine('reader');
  await reader.find(name);
  proxy.fail({ cutAfter: 3_000 }, 1, { status: 500 });
  await expect(reader.localPath(name)).rejects.toBeInstanceOf(MediaUnavailable);
  expect(copiesOf('reader')).toEqual([]);
});

test('a corrupt original is not used', async () => {
  const { s3, folder, prefix, machine, putBytes, copiesOf } = scene();
  const name = await putBytes(picture);
  const damaged = new Uint8Array(picture);
  damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
  const objects = readdirSync(join(s3.folder, s3.bucket), { recursive: true, encoding: 'utf8' });
  const object = objects.find(
    (path) => path.includes(prefix) && path.includes(name) && path.endsWith('_object'),
  );
  writeFileSync(join(s3.folder, s3.bucket, object ?? ''), damaged);
  await expect(machine('reader').localPath(name)).rejects.toMatchObject({ reason: 'corrupt' });
  await expect(machine('reader').download(name, join(folder, 'brought'))).rejects.toMatchObject({
    reason: 'corrupt',
  });
  await expect(bytesOf(await machine('reader').open(name))).rejects.toMatchObject({ reason: 'corrupt' });
  expect(readdirSync(folder)).not.toContain('brought');
  expect(copiesOf('reader')).toEqual([]);
});

test('copies can be read while S3 is unreachable, even by a new process', async () => {
  const { s3, proxy, machine, putBytes, putClip } = scene();
  const name = await putBytes(picture);
  await putClip(machine('writer', { url: s3.url, timeouts: patient }));
  const reader = machine('reader');
  await bytesOf(await reader.open(name));
  await bytesOf(await reader.openPart(id, 'a/0.m4s'));
  proxy.fail('silence');
  for (const later of [reader, machine('reader')]) {
    expect((await bytesOf(await later.open(name))).equals(picture)).toBe(true);
    expect(`${await bytesOf(await later.openPart(id, 'a/0.m4s'))}`).toBe('segment');
    expect(await later.openPart(id, 'none')).toBeUndefined();
    expect(await later.localPath(name)).toBeDefined();
  }
});

test('copies take no more space than allowed', async () => {
  const { s3, machine, putBytes, copiesOf } = scene();
  const bounded = machine('bounded', { url: s3.url, maxBytes: 1_000_000 });
  for (let number = 0; number < 12; number++) {
    const bytes = Buffer.concat([picture, Buffer.alloc(200_000, number)]);
    expect((await bytesOf(await bounded.open(await putBytes(bytes)))).equals(bytes)).toBe(true);
  }
  expect(copiesOf('bounded').length).toBeLessThanOrEqual(5);
});

test('files are sent even if the disk is not writable', async () => {
  const { folder, machine, putBytes } = scene();
  const name = await putBytes(picture);
  const faults: unknown[] = [];
  writeFileSync(join(folder, 'in the way'), '');
  const reader = machine('in the way', { onFault: (error) => faults.push(error) });
  expect((await bytesOf(await reader.open(name))).equals(picture)).toBe(true);
  expect(faults).toHaveLength(1);
});
