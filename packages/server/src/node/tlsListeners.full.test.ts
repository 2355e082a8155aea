import { describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { inTemporaryFolder, runNewsstand, startNewsstand } from '../../../../tests/newsstandProcess.ts';
import { until } from '../../../../tests/testing/until.ts';
import { copyDemo, keysOf, press } from '../../../../tests/withDemo.ts';
import { firstPair, secondPair } from '../http/testing/certificates.ts';
import type { TlsPair } from '../http/tls.ts';

const tls = { ca: [firstPair.cert, secondPair.cert] };

/** Puts a pair in place as Kubernetes does: all at once, by a symbolic link. */
function put(folder: string, name: string, { cert, key }: TlsPair): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'tls.crt'), cert);
  writeFileSync(join(folder, name, 'tls.key'), key, { mode: 0o600 });
  symlinkSync(name, join(folder, 'next'));
  renameSync(join(folder, 'next'), join(folder, 'current'));
}

const filesIn = (folder: string) => ({
  NEWSSTAND_TLS_CERT: join(folder, 'current/tls.crt'),
  NEWSSTAND_TLS_KEY: join(folder, 'current/tls.key'),
  NEWSSTAND_MANAGEMENT_TLS_CERT: join(folder, 'current/tls.crt'),
  NEWSSTAND_MANAGEMENT_TLS_KEY: join(folder, 'current/tls.key'),
});

/** The name in the certificate that a listener shows. */
async function nameAt(url: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), ...tls });
  await new Promise((resolve, reject) => socket.on('secureConnect', resolve).on('error', reject));
  const name = String(socket.getPeerCertificate().subject.CN);
  socket.destroy();
  return name;
}

describe('with TLS', () => {
  test('both listeners serve, and take new certificates without a restart', async () => {
    await inTemporaryFolder(async (folder) => {
      const data = join(folder, 'data');
      const printed = await copyDemo(data);
      put(folder, 'one', firstPair);
      const env = { NEWSSTAND_DATA: data, ...filesIn(folder) };
      const running = await startNewsstand(['--workers', '2', '--management-host', '0.0.0.0'], env);
      try {
        const { reader } = keysOf({ ...running, stdout: () => printed });
        expect(running.url).toStartWith('https://127.0.0.1:');
        expect(running.managementUrl).toStartWith('https://127.0.0.1:');
        const ask = (path: string) => fetch(running.url + path, { headers: reader, tls });
        const list = await ask(press);
        expect(list.status).toBe(200);
        const text = await list.text();
        expect(text).toContain(`"${running.url}/media/`);
        const [picture = ''] = /https:[^"]*\/media\/[^"]*/.exec(text) ?? [];
        expect((await fetch(picture, { tls })).status).toBe(200);
        for (const url of [running.url, running.managementUrl]) {
          const response = await fetch(`${url}/readyz`, { tls });
          expect(await response.json()).toEqual({ status: 'ready', reasons: [] });
          expect(await nameAt(url)).toBe('first.example.com');
        }
        expect((await fetch(`${running.managementUrl}/console/`, { tls })).status).toBe(200);

        // All workers take it, on every connection.
        const names = async () => {
          const public_ = await Promise.all(Array.from({ length: 10 }, () => nameAt(running.url)));
          return new Set([...public_, await nameAt(running.managementUrl)]);
        };
        put(folder, 'two', secondPair);
        running.kill('SIGHUP');
        await until('the new certificate', async () => (await names()).has('second.example.com'));
        await until(
          'the new certificate at all workers',
          async () => !(await names()).has('first.example.com'),
        );

        put(folder, 'three', { cert: firstPair.cert, key: secondPair.key });
        running.kill('SIGHUP');
        await until('an error in the log', () =>
          running.stderr().includes('the previous certificate stays in use'),
        );
        expect(await names()).toEqual(new Set(['second.example.com']));

        const { code, stderr } = await running.end();
        expect(code).toBe(0);
        expect(stderr).not.toContain('PRIVATE KEY');
      } finally {
        running.kill('SIGKILL');
      }
    });
  });

  test('files that cannot be used are wrong settings', async () => {
    await inTemporaryFolder(async (folder) => {
      const files = filesIn(folder);
      const env = { NEWSSTAND_DATA: join(folder, 'data'), ...files };
      const missing = Object.entries(files).map(([name, path]) => `  ${name}: ${path} does not exist\n`);
      expect(await runNewsstand(['serve'], { env })).toEqual({
        ...{ code: 2, stdout: '' },
        stderr: `newsstand: these settings are not valid:\n${missing.join('')}`,
      });
      expect(existsSync(join(folder, 'data'))).toBe(false);
    });
  });
});
