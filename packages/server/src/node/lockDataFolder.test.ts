import { describe, expect, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTemporaryFolder, runNewsstand, startNewsstand } from '../../../../tests/newsstandProcess.ts';
import { outcomeHere } from '../../../../tests/runHere.ts';
import { lacks } from '../../../../tests/testing/lacks.ts';
import { until } from '../../../../tests/testing/until.ts';
import { fullDisks, lacksDisks, mountFullDisk } from '../files/testing/fullDisk.ts';
import { lockDataFolder } from './lockDataFolder.ts';

const anyPorts = ['serve', '--port', '0', '--management-port', '0'];

describe('a data folder', () => {
  test('is used by one service at a time, and by commands beside it', async () => {
    await inTemporaryFolder(async (folder) => {
      const env = { NEWSSTAND_DATA: join(folder, 'data') };
      const first = await startNewsstand([], env);
      try {
        const holder = process.platform === 'linux' ? ` (process ${first.pid})` : '';
        expect(await runNewsstand(anyPorts, { env })).toEqual({
          code: 1,
          stdout: '',
          stderr: `newsstand: another service${holder} is using the data folder ${env.NEWSSTAND_DATA}; stop it first, or choose another folder with NEWSSTAND_DATA\n`,
        });
        expect((await fetch(`${first.managementUrl}/readyz`)).status).toBe(200);
        const created = await outcomeHere(['key', 'create', '--name', 'x', '--project', 'acme'], env);
        expect(created.code).toBe(0);
        expect(statSync(join(env.NEWSSTAND_DATA, 'service.lock')).mode & 0o777).toBe(0o600);
        expect((await first.end()).code).toBe(0);
        lockDataFolder(env.NEWSSTAND_DATA).close();
      } finally {
        first.kill('SIGKILL');
      }
    });
  });

  test.skipIf(lacksDisks()).each(fullDisks)('on a full disk (%s) can be used', (how) => {
    using disk = mountFullDisk(how);
    lockDataFolder(disk.folder).close();
    lockDataFolder(join(disk.folder, 'data')).close();
  });

  test('is locked again if somebody removes the file', async () => {
    await inTemporaryFolder(async (folder) => {
      const file = join(folder, 'service.lock');
      let isShared = false;
      const onShared = () => {
        isShared = true;
      };
      const first = lockDataFolder(folder, onShared, 10);
      rmSync(file);
      await until('another file', () => existsSync(file));
      expect(() => lockDataFolder(folder)).toThrow('is using the data folder');
      expect(isShared).toBe(false);
      rmSync(file);
      const second = lockDataFolder(folder);
      await until('a report', () => isShared);
      first.close();
      second.close();
      lockDataFolder(folder).close();
    });
  });

  const isRoot = process.getuid?.() === 0;
  test.skipIf(isRoot && lacks('setpriv', 'locks of other users'))(
    'with the lock of another user is not used',
    async () => {
      await inTemporaryFolder(async (folder) => {
        const data = join(folder, 'data');
        mkdirSync(data);
        for (const each of [folder, data]) chmodSync(each, 0o777);
        writeFileSync(join(data, 'service.lock'), '', { mode: isRoot ? 0o600 : 0 });
        const through = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
        const { code, stderr } = await runNewsstand(anyPorts, { env: { NEWSSTAND_DATA: data }, through });
        expect(code).toBe(1);
        expect(stderr).toContain('service.lock belongs to another user');
      });
    },
  );

  test('that cannot be locked is used all the same', async () => {
    await inTemporaryFolder(async (folder) => {
      mkdirSync(join(folder, 'service.lock'));
      const lock = lockDataFolder(folder);
      expect(lock.failure).toBeDefined();
      lock.close();
    });
  });
});
