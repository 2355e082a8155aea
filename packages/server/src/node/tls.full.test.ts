import { describe, expect, test } from 'bun:test';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { inTemporaryFolder, startNewsstand } from '../../../../tests/newsstandProcess.ts';
import { until } from '../../../../tests/testing/until.ts';
import { expiredPair, firstPair, secondPair } from '../http/testing/certificates.ts';
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
  test('a worker that is restarted uses the newest certificate', async () => {
    await inTemporaryFolder(async (folder) => {
      put(folder, 'one', firstPair);
      const env = { NEWSSTAND_DATA: join(folder, 'data'), ...filesIn(folder) };
      const running = await startNewsstand([], env);
      try {
        put(folder, 'two', secondPair);
        running.kill('SIGHUP');
        await until('the new certificate', async () => (await nameAt(running.url)) === 'second.example.com');
        const worker = () => /"process":"worker 1","processPid":(\d+)/.exec(running.stderr())?.[1];
        process.kill(Number(await until('a worker', worker)), 'SIGKILL');
        const name = () => nameAt(running.url).catch(() => undefined);
        await until('the end of the worker', name, (seen) => seen === undefined);
        await until('another worker', name);
        expect(await name()).toBe('second.example.com');
        // Without a signal, too: the files are looked at every few seconds.
        put(folder, 'three', firstPair);
        await until('the next certificate', name, (seen) => seen === 'first.example.com');
      } finally {
        running.kill('SIGKILL');
      }
    });
  });

  test('an expired certificate is a warning', async () => {
    await inTemporaryFolder(async (folder) => {
      put(folder, 'one', expiredPair);
      const running = await startNewsstand([], { NEWSSTAND_DATA: join(folder, 'data'), ...filesIn(folder) });
      const { code, stderr } = await running.end();
      expect(code).toBe(0);
      expect(stderr).toContain('expired at 2020-02-01T00:00:00.000Z: clients refuse it');
    });
  });
});
