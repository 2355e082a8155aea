import { describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inTemporaryFolder, startNewsstand } from '../../../../tests/newsstandProcess.ts';

describe('a data folder', () => {
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
