import { describe, expect, test } from 'bun:test';
import { closeSync, openSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { collections, news, newsPath } from '../../../../tests/acceptance/content.ts';
import { copyFiles } from '../../../../tests/databaseBytes.ts';
import { createKey, importLines } from '../../../../tests/fillStore.ts';
import { madeOnce } from '../../../../tests/madeOnce.ts';
import {
  inTemporaryFolder,
  type Running,
  runNewsstand,
  startNewsstand,
} from '../../../../tests/newsstandProcess.ts';
import { outcomeHere } from '../../../../tests/runHere.ts';
import { isFull } from '../../../../tests/testing/runs.ts';
import { until } from '../../../../tests/testing/until.ts';
import { keysOf, press, withDemo } from '../../../../tests/withDemo.ts';

test('a second start with the demo invents nothing, and follows what the command line writes', async () => {
  await withDemo(['--demo'], async (running, env) => {
    expect(running.stdout().match(/^(PREVIEW_)?SECRET=nss_/gm)).toHaveLength(2);
    const { reader } = keysOf(running);
    const shelf = { projectId: 'demo', spaceId: 'web', instanceId: 'press', kind: 'news' };
    const countsOf = async () => JSON.parse((await outcomeHere(['status', '--json'], env)).stdout).shelves;
    expect(await countsOf()).toContainEqual({
      ...shelf,
      ...{ live: 4, scheduled: 1, closed: 1, draft: 1, total: 7 },
    });
    const values = { title: 'Late news', body: {}, thumbnail: { mediaId: 'm-hills' } };
    const line = { ...shelf, contentId: 'late', name: 'Late', status: 'published', values };
    const waiting = ['import', '-', '--wait', '--management-url', running.managementUrl];
    const report = await runNewsstand(waiting, { env, stdin: JSON.stringify(line) });
    expect(report).toEqual({
      code: 0,
      stdout: '1 line: 1 created, 0 updated, 0 unchanged, 0 deleted\n',
      stderr: `Shown by ${running.managementUrl}.\n`,
    });
    const statusOf = async () => (await fetch(`${running.url}${press}/late`, { headers: reader })).status;
    expect(await statusOf()).toBe(200);
    await outcomeHere(['key', 'revoke', reader['x-svc-ac-api-key']], env);
    await until('the end of the revoked key', statusOf, (status) => status === 401);
    expect((await running.end()).code).toBe(0);
    // What nobody shows is imported all the same, and that is said.
    const again = { ...line, name: 'Later' };
    const alone = await runNewsstand(waiting, { env, stdin: JSON.stringify(again) });
    expect([alone.code, alone.stdout]).toEqual([1, '1 line: 0 created, 1 updated, 0 unchanged, 0 deleted\n']);
    expect(alone.stderr).toContain('everything is imported, but whether it is shown is not known: ');
  });
});

describe('serve', () => {
  test('reports a taken port in one line', async () => {
    const taken = Bun.serve({ port: 0, hostname: '127.0.0.1', reusePort: true, fetch: () => new Response() });
    await inTemporaryFolder(async (folder) => {
      const env = { NEWSSTAND_DATA: folder };
      const ports = [
        ['PORT', '--port', `${taken.port}`, '--management-port', '0'],
        ['MANAGEMENT_PORT', '--port', '0', '--management-port', `${taken.port}`],
        ['PORT', '--port', `${taken.port}`, '--management-port', '0', '--workers', '2'],
        ['METRICS_PORT', '--port', '0', '--management-port', '0', '--metrics-port', `${taken.port}`],
      ];
      for (const [name = '', ...words] of isFull ? ports : ports.slice(-2)) {
        expect(await runNewsstand(['serve', '--demo', ...words], { env })).toEqual({
          code: 1,
          stdout: '',
          // Nothing but this line: above all, no keys that nobody has seen.
          stderr: `newsstand: port ${taken.port} on 127.0.0.1 is in use; stop the program that uses it, or choose another with --${name.toLowerCase().replace('_', '-')} or NEWSSTAND_${name}\n`,
        });
      }
      expect(await readdir(folder)).toEqual(['service.lock']);
    });
    await taken.stop(true);
  });

  test.each(isFull ? [1, 2] : [])(
    'with %d worker(s), goes on and ends though nobody reads its log',
    async (workers) => {
      await inTemporaryFolder(async (folder) => {
        const pipe = join(folder, 'pipe');
        expect(Bun.spawnSync(['mkfifo', pipe]).exitCode).toBe(0);
        const stderr = openSync(pipe, 'r+');
        const env = { NEWSSTAND_DATA: folder };
        const running = await startNewsstand(['--workers', `${workers}`], env, stderr);
        try {
          // Each request is a line of the log: more than a pipe holds, and than may wait in a buffer.
          const path = `/${'x'.repeat(4000)}`;
          for (let sent = 0; sent < 600; sent++) {
            expect((await fetch(running.url + path, { headers: { connection: 'close' } })).status).toBe(404);
          }
          expect((await running.end()).code).toBe(0);
        } finally {
          running.kill('SIGKILL');
          closeSync(stderr);
        }
      });
    },
  );

  test.each(isFull ? [1, 2] : [1])(
    'with %d worker(s), finishes what is in flight before it ends',
    async (workers) => {
      await withLongItem(['--workers', `${workers}`], async (running, headers) => {
        const reading = await slowReader(running, headers);
        const ended = running.end('SIGTERM');
        await untilClosed(running);
        const readiness = await fetch(`${running.managementUrl}/readyz`);
        expect(readiness.status).toBe(503);
        expect(await readiness.json()).toEqual({ status: 'stopping', reasons: ['the service is stopping'] });
        const answer = await reading.rest();
        expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))).values.body.text).toHaveLength(longText);
        const { code, stderr } = await ended;
        expect(code).toBe(0);
        expect(stderr).toContain('"signal":"SIGTERM"');
      });
    },
  );

  if (isFull)
    test.each(isFull ? [1, 2] : [1])('with %d worker(s), a second signal ends it hard', async (workers) => {
      await withLongItem(['--workers', `${workers}`], async (running, headers) => {
        // The buffers of one might take all of it on some day.
        const readers = await Promise.all([1, 2, 3].map(() => slowReader(running, headers)));
        const first = running.end('SIGINT');
        running.kill('SIGINT');
        await untilClosed(running);
        // What comes within a second is an echo of the first signal.
        await Bun.sleep(1100);
        const { code, stderr } = await running.end('SIGINT');
        expect(code).toBe(1);
        expect(stderr).toContain('newsstand: asked twice to stop; exiting immediately');
        expect(await first).toMatchObject({ code: 1 });
        for (const reader of readers) reader.close();
      });
    });
});

const longText = 15_000_000;
type Headers = Readonly<Record<string, string>>;

/** Runs a service that holds an item which no buffer holds, and ends it if the test has not. */
async function withLongItem(
  args: readonly string[],
  work: (running: Running, headers: Headers) => Promise<void>,
): Promise<void> {
  const made = await madeOnce('long-item', async (folder) => {
    const env = { NEWSSTAND_DATA: join(folder, 'data') };
    await importLines(env, [...collections, news('long', {}, { body: { text: 'x'.repeat(longText) } })]);
    await Bun.write(join(folder, 'key'), JSON.stringify(await createKey(env, ['--project', 'acme'])));
  });
  const { key, secret } = z
    .object({ key: z.string(), secret: z.string() })
    .parse(await Bun.file(join(made, 'key')).json());
  await inTemporaryFolder(async (folder) => {
    copyFiles(join(made, 'data'), join(folder, 'data'));
    const running = await startNewsstand(args, { NEWSSTAND_DATA: join(folder, 'data') });
    try {
      await work(running, { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret });
    } finally {
      running.kill('SIGKILL');
    }
  });
}

/** Asks for the long item, and does not read on until told. */
async function slowReader(running: Running, headers: Headers) {
  const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
  const head = Object.entries({ host: 'x', ...headers, connection: 'keep-alive' });
  socket.write(
    `GET ${newsPath}/long HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  const chunks: Buffer[] = [];
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  socket.on('data', (chunk) => {
    if (chunks.push(Buffer.from(chunk)) === 1) socket.pause();
    started.resolve();
  });
  socket.on('close', ended.resolve);
  socket.on('error', () => {});
  await started.promise;
  return {
    async rest() {
      socket.resume();
      await ended.promise;
      return Buffer.concat(chunks).toString();
    },
    close: () => void socket.destroy(),
  };
}

/** Waits until no new connections are taken. A service drains for as long as it is asked, so this asks seldom. */
async function untilClosed(running: Running): Promise<void> {
  await until('the end of new connections', async () => {
    await Bun.sleep(250);
    return !(await isOpen(running));
  });
}

/** Whether new connections are still taken. */
async function isOpen(running: Running): Promise<boolean> {
  return fetch(`${running.url}/healthz`, { headers: { connection: 'close' } }).then(
    () => true,
    () => false,
  );
}
