import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { join } from 'node:path';
import { inTemporaryFolder, startNewsstand } from '../newsstandProcess.ts';
import type { EventStream } from '../openEventStream.ts';
import { startNginx } from '../scaling/startNginx.ts';
import { sharedPostgres } from '../startPostgres.ts';
import { findProgram, lacks } from '../testing/lacks.ts';
import { news } from './content.ts';
import { brief, eventsPath, keyHeaders, listenAt, metricOf } from './listening.ts';
import { untilMetric, withService } from './streamService.ts';

const resets = (stream: EventStream) => stream.heard().filter(({ type }) => type === 'reset').length;

test('all workers tell, and whoever was cut off by a crash resumes without a gap', async () => {
  await withService({}, ['--workers', '2'], async ({ env, running, reader, put, listen }) => {
    const streams = await Promise.all(Array.from({ length: 12 }, () => listen()));
    await put(news('w1'));
    for (const stream of streams) await stream.untilHeard('opened', 'w1');
    const positions = streams.map((stream) => stream.position());
    running.kill('SIGKILL');
    await Promise.allSettled(streams.map(({ ended }) => ended));
    // Late enough to have been live, however busy the machine is.
    const closingAt = Date.now() + 3000;
    await put(news('w2', { closingAt }), news('w1', { name: 'again' }), news('hidden', { status: 'draft' }));
    await put({ ...news('n1'), deleted: true });
    const again = await startNewsstand(['--workers', '2'], env);
    try {
      const wanted = ['changed news w1', 'closed news w2', 'opened news w2', 'removed news n1'];
      for (const position of positions) {
        const resumed = await listenAt(again.url, reader, `?since=${position}`);
        await resumed.until((all) => all.length >= wanted.length);
        expect(brief(resumed.heard()).toSorted()).toEqual(wanted);
        resumed.close();
      }
    } finally {
      await again.end('SIGKILL');
    }
  });
});

test('too much at once is one reset, for whoever could see it', async () => {
  const bulk = (extra: Readonly<Record<string, unknown>>) =>
    Array.from({ length: 10_001 }, (_, n) => news(`bulk${n}`, extra));
  await withService({}, [], async ({ env, running, put, listen }) => {
    const editor = await keyHeaders(env, '--project', 'acme', '--preview');
    const [ordinary, preview, tags, top] = [
      await listen(),
      await listen(editor),
      await listen(undefined, '?kinds=tag'),
      await listen(undefined, '?instances=top'),
    ];
    // Drafts: nobody but previewers hears of these.
    await put(...bulk({ status: 'draft' }));
    await preview.until((all) => all.length > 0);
    await put(news('between'));
    for (const stream of [ordinary, preview]) await stream.untilHeard('opened', 'between');
    expect(brief(ordinary.heard())).toEqual(['opened news between']);
    expect(brief(preview.heard())).toEqual(['reset', 'opened news between']);
    await put(...bulk({}));
    await ordinary.until(() => resets(ordinary) > 0);
    await put(news('after'), { kind: 'tag', projectId: 'acme', spaceId: 'web', tagId: 't3', name: 'x' });
    for (const stream of [ordinary, preview]) await stream.untilHeard('opened', 'after');
    await tags.untilHeard('opened', 't3');
    expect(brief(ordinary.heard()).filter((line) => !line.includes(' tag '))).toEqual([
      'opened news between',
      'reset',
      'opened news after',
    ]);
    expect([resets(preview), resets(tags), resets(top)]).toEqual([2, 0, 0]);
    const resumed = await listen(undefined, `?since=${ordinary.position()}`);
    expect(resumed.heard()).toEqual([]);
    expect(await metricOf(running, 'newsstand_event_resets_total')).toBe(3);
  });
  // Twenty thousand items are imported.
}, 180_000);

test('whoever does not read costs little memory, and is told to read anew', async () => {
  // About 1 KB each.
  const long = (round: number) =>
    Array.from({ length: 3000 }, (_, n) =>
      news(`${'i'.repeat(120)}${n}`, { alias: `${round} ${n} ${'長'.repeat(240)}` }),
    );
  await withService({}, [], async ({ running, put, listen }) => {
    const ordinary = await listen();
    const slow = await Promise.all(Array.from({ length: 5 }, () => listen()));
    for (const stream of slow) stream.pause();
    let most = 0;
    for (let round = 0; (await metricOf(running, 'newsstand_event_resets_total')) < slow.length; round++) {
      await put(...long(round), news(`round${round}`));
      await ordinary.untilHeard('opened', `round${round}`);
      most = Math.max(most, await metricOf(running, 'newsstand_buffered_bytes'));
    }
    // Two chunks of 3 MB, which all of them share.
    expect(most).toBeGreaterThan(1_000_000);
    expect(most).toBeLessThan(10_000_000);
    for (const stream of slow) stream.resume();
    await put(news('last'));
    for (const stream of slow) {
      await stream.untilHeard('opened', 'last');
      expect(resets(stream)).toBeGreaterThan(0);
      const position = stream.position();
      const resumed = await listen(undefined, `?since=${position}`);
      expect(resumed.heard()).toEqual([]);
    }
    expect(resets(ordinary)).toBe(0);
    await untilMetric(running, 'newsstand_buffered_bytes', 0);
  });
});

test('stopping ends all streams at once, and takes no more', async () => {
  for (const workers of ['1', '2']) {
    await withService({}, ['--workers', workers], async ({ running, reader, listen }) => {
      const streams = await Promise.all(Array.from({ length: 10 }, () => listen()));
      // A connection that was opened before, and asks when the service is stopping.
      const late = connect(Number(new URL(running.url).port), '127.0.0.1');
      late.on('error', () => {});
      await new Promise((resolve) => late.on('connect', resolve));
      const stopped = running.end();
      await Promise.all(streams.map(({ ended }) => ended));
      const lines = Object.entries(reader).map(([name, value]) => `${name}: ${value}\r\n`);
      late.write(`GET ${eventsPath} HTTP/1.1\r\nhost: h\r\n${lines.join('')}\r\n`);
      let said = '';
      late.on('data', (chunk) => {
        said += chunk;
      });
      await new Promise((resolve) => late.on('close', resolve).on('end', resolve));
      late.destroy();
      expect(said).not.toContain('text/event-stream');
      const { code, stderr } = await stopped;
      expect([code, stderr]).toEqual([0, '']);
    });
  }
});

const nginx = lacks('nginx', 'events through it') ? undefined : findProgram('nginx');

test('nodes on PostgreSQL tell the same, and a client moves between them and through a proxy', async () => {
  const database = await (await sharedPostgres()).freshStore();
  await withService(
    { NEWSSTAND_DATABASE_URL: database },
    [],
    async ({ env, running, reader, put, listen }) => {
      await inTemporaryFolder(async (folder) => {
        const second = await startNewsstand([], { ...env, NEWSSTAND_DATA: join(folder, 'second') });
        const hosts = [new URL(running.url).host, new URL(second.url).host] as const;
        const front = nginx === undefined ? undefined : await startNginx(nginx, folder, 'nginx.conf', hosts);
        try {
          const here = await listen();
          const there = await listenAt(second.url, reader);
          // As many as share a key, an address and a cache key.
          const through = front
            ? await Promise.all(Array.from({ length: 4 }, () => listenAt(front.url, reader)))
            : [];
          await put(news('p1'));
          for (const stream of [here, there, ...through]) await stream.untilHeard('opened', 'p1');
          // Over and over to the other node, while things happen.
          let [moving, url] = [here, running.url];
          const heard: string[] = [];
          for (let n = 0; n < 20; n++) {
            await put(news(`moved${n}`));
            const position = moving.position();
            moving.close();
            heard.push(...brief(moving.heard()));
            url = url === running.url ? second.url : running.url;
            moving = await listenAt(front && n % 3 === 0 ? front.url : url, reader, `?since=${position}`);
          }
          await moving.untilHeard('opened', 'moved19');
          heard.push(...brief(moving.heard()));
          const wanted = Array.from({ length: 20 }, (_, n) => `opened news moved${n}`);
          expect([...new Set(heard)].toSorted()).toEqual(['opened news p1', ...wanted].toSorted());
          await there.untilHeard('opened', 'moved19');
          expect(brief(there.heard())).toEqual(['opened news p1', ...wanted]);
          for (const stream of through) await stream.untilHeard('opened', 'moved19');
          const openingAt = Date.now() + 500;
          await put(news('timed', { openingAt }));
          for (const stream of [moving, there, ...through]) {
            expect((await stream.untilHeard('opened', 'timed')).heardAt).toBeGreaterThanOrEqual(openingAt);
          }
          for (const stream of [moving, there, ...through]) stream.close();
          // The proxy closes its own connections too.
          await untilMetric(running, 'newsstand_subscribers', 0);
          await untilMetric(second, 'newsstand_subscribers', 0);
        } finally {
          await front?.stop();
          await second.end('SIGKILL');
        }
      });
    },
  );
});
