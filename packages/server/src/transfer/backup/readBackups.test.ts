import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupTarget } from './BackupTarget.ts';
import { encodeManifest } from './Manifest.ts';
import { readBackups, readEntries } from './readBackups.ts';
import { openBackupSite } from './testing/backupSite.ts';

function messageOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => `${error}`,
  );
}

test('a list that was forged, with the right hash, is named and used for nothing', async () => {
  await using site = await openBackupSite();
  const { manifest } = await site.backup();
  const folder = join(site.folder, 'target', 'backups', manifest.name);
  const list = Buffer.from('{"name":"../../etc/passwd","bytes":1}\n');
  const sha256 = new Bun.CryptoHasher('sha256').update(list).digest('hex');
  const files = { ...manifest.files, 'originals.ndjson': { bytes: list.length, sha256 } };
  writeFileSync(join(folder, 'manifest.json'), encodeManifest({ ...manifest, files }));
  writeFileSync(join(folder, 'originals.ndjson'), list);
  expect(await messageOf(site.restore())).toMatch(/^BackupError: .*originals\.ndjson is damaged$/);
  const { removed } = await site.backup();
  expect(removed.faults).toEqual([expect.stringMatching(/originals\.ndjson is damaged/)]);
});

test('a file that is longer than it can be is not read to its end', async () => {
  await using site = await openBackupSite();
  const { manifest } = await site.backup();
  let chunks = 0;
  const endless: BackupTarget = {
    ...site.target,
    async open(key) {
      if (!key.startsWith('backups/')) return await site.target.open(key);
      const chunk = new Uint8Array(100_000);
      return { length: undefined, read: async () => (++chunks > 2000 ? undefined : chunk), close() {} };
    },
  };
  const [found] = await readBackups(endless);
  expect(found?.fault).toEndWith('manifest.json is damaged');
  expect(await messageOf(readEntries(endless, manifest))).toContain('originals.ndjson is damaged');
  expect(chunks).toBeLessThan(100);
});
