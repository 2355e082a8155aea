import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedS3 } from '../../../../../../tests/startS3.ts';
import { realPicture } from '../../testing/realFiles.ts';
import { originalName } from '../Originals.ts';
import { describeOriginals, put, writeFiles } from '../testing/originalsSuite.ts';
import { openS3Originals } from './openS3Originals.ts';
import { s3Client } from './s3Client.ts';
import { s3LocationOf } from './testing/s3Location.ts';

describeOriginals('S3', async (folder) =>
  openS3Originals({
    location: s3LocationOf(await sharedS3(), `${crypto.randomUUID()}/`),
    folder,
    maxBytes: 50_000_000,
  }),
);

test('objects are stored under the prefix, with their media types', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  const location = s3LocationOf(await sharedS3(), 'a/prefix/');
  const originals = openS3Originals({ location, folder, maxBytes: 1e6 });
  writeFileSync(join(folder, 'file'), realPicture('jpg'));
  const name = originalName(await put(originals, join(folder, 'file')));
  const id = '0'.repeat(64);
  await using ingest = originals.beginIngest();
  await ingest.addBundle(id, async (target) => writeFiles(target, { 'a.m3u8': 'list' }));
  const typeOf = async (key: string) => (await s3Client(location).stat(`a/prefix/${key}`)).type;
  expect(await typeOf(`${name.slice(0, 2)}/${name}`)).toBe('image/jpeg');
  expect(await typeOf(`bundles/${id}.json`)).toStartWith('application/json');
  const part = new Bun.CryptoHasher('sha256').update('list').digest('hex');
  expect(await typeOf(`bundles/${id}/${part}`)).toBe('application/vnd.apple.mpegurl');
  rmSync(folder, { recursive: true });
});
