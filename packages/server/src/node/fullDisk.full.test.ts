import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { importLines } from '../../../../tests/fillStore.ts';
import { runNewsstand } from '../../../../tests/newsstandProcess.ts';
import { outcomeHere } from '../../../../tests/runHere.ts';
import { DiskFullError, explainFullDisk, roomAt } from '../files/fileErrors.ts';
import { lacksDisks, mountFullDisk } from '../files/testing/fullDisk.ts';

const tag = { kind: 'tag', projectId: 'acme', spaceId: 'web', tagId: 't', name: 'Tag' };
const picture = join(import.meta.dir, '../../../demo/media/beans.avif');

test.skipIf(lacksDisks())('commands on a full disk say which one, and how much is free', async () => {
  using disk = mountFullDisk('no room');
  const data = join(disk.folder, 'data');
  const env = { NEWSSTAND_DATA: data };
  const run = async (...words: string[]) => {
    const { code, stderr } = await runNewsstand(words, { env, stdin: JSON.stringify(tag) });
    expect(code).toBe(1);
    return stderr;
  };
  const store = `newsstand: the store ${join(data, 'newsstand.db')} does not fit on the disk (0 bytes free); free some space\n`;
  expect(await run('import', '-')).toBe(
    `newsstand: the disk of ${data} is full (0 bytes free); free some space\n`,
  );
  expect(await run('serve', '--port', '0', '--management-port', '0')).toContain('(0 bytes free)');
  disk.mend();
  await importLines(env, [tag]);
  disk.spoil();
  const key = await outcomeHere(['key', 'create', '--name', 'x', '--project', 'acme'], env);
  expect([key.code, key.stderr]).toEqual([1, store]);
  const added = await outcomeHere(['media', 'add', picture, '--project', 'acme', '--space', 'web'], env);
  expect([added.code, added.stderr]).toEqual([1, expect.stringContaining('(0 bytes free')]);
});

test('a full disk is told apart from other failures', () => {
  const failure = (code: string) => Object.assign(new Error(code), { code });
  const other = failure('EACCES');
  expect(explainFullDisk(other, '/x')).toBe(other);
  const full = explainFullDisk(failure('ENOSPC'), '/nowhere/at/all', 2_345_678);
  expect(full).toBeInstanceOf(DiskFullError);
  expect(String(full)).toMatch(
    /the disk of \/nowhere\/at\/all is full \(.* free, 2.35 MB needed\); free some space$/,
  );
  expect(explainFullDisk(full, '/x')).toBe(full);
  expect(String(explainFullDisk(failure('EROFS'), '/x'))).toEndWith(
    'the disk of /x is read-only; make it writable',
  );
});

test.skipIf(lacksDisks()).each(['no room', 'no room for another file'] as const)(
  'the room on a disk with %s is known',
  (how) => {
    using disk = mountFullDisk(how);
    const text = how === 'no room' ? '0 bytes free' : 'no room for another file';
    expect(roomAt(join(disk.folder, 'missing'))).toEqual({ isScarce: true, text });
    disk.mend();
    expect(roomAt(disk.folder)).toEqual({
      isScarce: false,
      text: expect.stringMatching(/^[34][\d.]* MB free$/),
    });
  },
);
