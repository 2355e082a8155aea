import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTemporaryFolder, runNewsstand, startNewsstand } from '../../../../tests/newsstandProcess.ts';
import { fullDisks, mountFullDisk } from '../files/testing/fullDisk.ts';
import { lockDataFolder } from './lockDataFolder.ts';

setDefaultTimeout(300_000);

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
        const created = await runNewsstand(['key', 'create', '--name', 'x', '--project', 'acme'], { env });
        expect(created.code).toBe(0);
        expect(statSync(join(env.NEWSSTAND_DATA, 'service.lock')).mode & 0o777).toBe(0o600);
        expect((await first.end()).code).toBe(0);
        expect((await (await startNewsstand([], env)).end()).code).toBe(0);
      } finally {
        first.kill('SIGKILL');
      }
    });
  });

  test('is free at once when the service is killed under load, and so is its port', async () => {
    await inTemporaryFolder(async (folder) => {
      const env = { NEWSSTAND_DATA: folder };
      let running = await startNewsstand([], env);
      let isOver = false;
      const readers = async () => {
        while (!isOver) {
          await fetch(`${running.url}/readyz`, { headers: { connection: 'close' } }).catch(() => {});
          await Bun.sleep(2);
        }
      };
      const reading = readers();
      try {
        for (let times = 0; times < 3; times++) {
          const { port } = new URL(running.url);
          running.kill('SIGKILL');
          running = await startNewsstand(['--port', port], env);
          expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
        }
      } finally {
        isOver = true;
        await reading;
        running.kill('SIGKILL');
      }
    });
  });

  test.each(fullDisks)('on a full disk (%s) can be used', (how) => {
    using disk = mountFullDisk(how);
    if (disk === undefined) return;
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
      while (!existsSync(file)) await Bun.sleep(5);
      expect(() => lockDataFolder(folder)).toThrow('is using the data folder');
      expect(isShared).toBe(false);
      rmSync(file);
      const second = lockDataFolder(folder);
      while (!isShared) await Bun.sleep(5);
      first.close();
      second.close();
      lockDataFolder(folder).close();
    });
  });

  test('with the lock of another user is not used', async () => {
    const isRoot = process.getuid?.() === 0;
    if (isRoot && Bun.which('setpriv') === null) return;
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
  });

  test('that cannot be locked is used, with a warning', async () => {
    await inTemporaryFolder(async (folder) => {
      mkdirSync(join(folder, 'service.lock'));
      const running = await startNewsstand([], { NEWSSTAND_DATA: folder });
      expect((await fetch(`${running.managementUrl}/readyz`)).status).toBe(200);
      const { code, stderr } = await running.end();
      expect(code).toBe(0);
      expect(stderr).toContain('the data folder cannot be locked');
      expect(existsSync(join(folder, 'newsstand.db'))).toBe(true);
    });
  });
});
