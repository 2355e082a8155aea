import { describe, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { inTemporaryFolder, startNewsstand } from '../../../../tests/newsstandProcess.ts';
import { outcomeHere } from '../../../../tests/runHere.ts';
import { isFull } from '../../../../tests/testing/runs.ts';

const on = (url: string, host: string) => `http://${host}:${new URL(url).port}`;

describe('serve', () => {
  test('opens the console to other machines only with TLS, or if told so', async () => {
    await inTemporaryFolder(async (folder) => {
      const env = { NEWSSTAND_DATA: folder };
      for (const host of ['0.0.0.0', '::']) {
        const { code, stdout, stderr } = await outcomeHere(['serve', '--management-host', host], env);
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
        expect(stderr).toStartWith(
          'newsstand: these settings are not valid:\n  NEWSSTAND_MANAGEMENT_HOST is not',
        );
        expect(stderr.split('\n')).toHaveLength(3);
      }
      expect(await readdir(folder)).toEqual([]);
    });
  });

  test.each(isFull ? ['0.0.0.0', '::'] : ['::'])(
    'on %s, says which URLs to set, and shows metrics apart',
    async (host) => {
      const token = 'x'.repeat(20);
      await inTemporaryFolder(async (folder) => {
        const all = [
          '--host',
          host,
          '--management-host',
          host,
          '--metrics-host',
          host,
          '--metrics-port',
          '0',
        ];
        const env = { NEWSSTAND_DATA: folder, NEWSSTAND_METRICS_TOKEN: token };
        const running = await startNewsstand([...all, '--management-insecure', 'true'], env);
        try {
          const { port } = new URL(running.url);
          const metrics = /^ {2}metrics +(\S+)\/metrics$/m.exec(running.stdout())?.[1] ?? '';
          const local = host === '::' ? ['127.0.0.1', '[::1]'] : ['127.0.0.1'];
          for (const name of local) {
            for (const url of [running.url, running.managementUrl, metrics]) {
              expect(await (await fetch(`${on(url, name)}/healthz`)).json()).toMatchObject({ status: 'ok' });
              expect(await (await fetch(`${on(url, name)}/readyz`)).json()).toEqual({
                ...{ status: 'ready', reasons: [] },
              });
            }
            for (const url of [running.managementUrl, metrics]) {
              const headers = { authorization: `Bearer ${token}` };
              expect((await fetch(`${on(url, name)}/metrics`)).status).toBe(401);
              const response = await fetch(`${on(url, name)}/metrics`, { headers });
              expect(await response.text()).toContain('newsstand_connections');
            }
            expect((await fetch(`${on(metrics, name)}/console/`)).status).toBe(404);
            expect((await fetch(`${on(running.managementUrl, name)}/manage/v1/session`)).status).toBe(401);
          }
          const { code, stderr } = await running.end();
          expect(code).toBe(0);
          expect(stderr).toContain(`set NEWSSTAND_PUBLIC_URL=http://content.example.com:${port}`);
          expect(stderr).toContain('set NEWSSTAND_MANAGEMENT_URL=http://console.example.com:');
          expect(stderr).not.toContain(token);
        } finally {
          running.kill('SIGKILL');
        }
      });
    },
  );

  if (isFull)
    test('says nothing about URLs that are set', async () => {
      await inTemporaryFolder(async (folder) => {
        const running = await startNewsstand(['--host', '0.0.0.0', '--management-host', '0.0.0.0'], {
          NEWSSTAND_DATA: folder,
          NEWSSTAND_PUBLIC_URL: 'https://content.example.com',
          NEWSSTAND_MANAGEMENT_URL: 'https://console.example.com',
        });
        const { code, stderr } = await running.end();
        expect(code).toBe(0);
        expect(stderr).not.toContain('_URL');
      });
    });
});

test('the root of the content says what this is, to people and to programs', async () => {
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: folder };
    const running = await startNewsstand([], env);
    try {
      // The demo is left out unless requested.
      expect(running.stdout()).not.toContain('nss_');
      expect(JSON.parse((await outcomeHere(['status', '--json'], env)).stdout).shelves).toEqual([]);
      const ask = (accept: string, method = 'GET') =>
        fetch(`${running.url}/`, { method, headers: { accept } });
      for (const accept of ['*/*', 'application/json', 'application/json, text/html', 'image/png']) {
        const response = await ask(accept);
        expect([accept, response.headers.get('content-type')]).toEqual([accept, 'application/json']);
        expect(await response.json()).toEqual({
          ...{ service: 'Newsstand', description: expect.any(String) },
          ...{ docs: `${running.url}/docs`, openapi: `${running.url}/openapi.json` },
        });
      }
      const page = await ask('text/html,application/xhtml+xml,*/*;q=0.8');
      expect(page.headers.get('content-type')).toBe('text/html;charset=utf-8');
      expect(page.headers.get('cache-control')).toBe('private, max-age=3600');
      expect(page.headers.get('vary')).toContain('accept');
      expect(await page.text()).toContain('<a href="docs">');
      const head = await ask('text/html', 'HEAD');
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect((await ask('*/*', 'POST')).status).toBe(405);
    } finally {
      running.kill('SIGKILL');
    }
  });
});
