import { expect, test } from 'bun:test';
import { openEventStream } from '../openEventStream.ts';
import { newsPath } from './content.ts';
import { eventsPath, type Headers, keyHeaders, metricOf } from './listening.ts';
import { untilMetric, withService } from './streamService.ts';

test('so many may listen, with a key and in all; whoever leaves makes room, and stopping ends all', async () => {
  const limits = { NEWSSTAND_SUBSCRIBERS: '5', NEWSSTAND_SUBSCRIBERS_PER_KEY: '3' };
  await withService(limits, [], async ({ env, running, reader, listen }) => {
    const other = await keyHeaders(env, '--project', 'acme');
    const ask = async (headers: Headers) => {
      const response = await fetch(running.url + eventsPath, { headers });
      const { code }: { code: string } = JSON.parse(await response.text());
      return [response.status, code, response.headers.get('retry-after')];
    };
    const first = [await listen(), await listen(), await listen()];
    expect(await ask(reader)).toEqual([429, 'too_many_subscribers', '10']);
    const second = [await listen(other), await listen(other)];
    expect(await ask(other)).toEqual([503, 'subscribers_full', '10']);
    expect(await metricOf(running, 'newsstand_subscribers')).toBe(5);
    // Reading goes on.
    expect((await fetch(running.url + newsPath, { headers: reader })).status).toBe(200);
    first[0]?.close();
    second[0]?.vanish();
    await untilMetric(running, 'newsstand_subscribers', 3);
    expect((await listen(other)).status).toBe(200);
    expect((await listen()).status).toBe(200);
    expect(await ask(reader)).toEqual([429, 'too_many_subscribers', '10']);
    for (let times = 0; times < 50; times++) {
      (await openEventStream(running.url + eventsPath, { headers: reader })).close();
    }
    first[1]?.vanish();
    first[2]?.close();
    second[1]?.vanish();
    await untilMetric(running, 'newsstand_subscribers', 2);
    expect(await metricOf(running, 'newsstand_connections')).toBeLessThan(10);
    const left = await listen();
    const stopped = running.end();
    await left.ended;
    const { code, stderr } = await stopped;
    expect([code, stderr]).toEqual([0, '']);
  });
});
