import { join } from 'node:path';
import { importLines } from '../fillStore.ts';
import { inTemporaryFolder, type Running, startNewsstand } from '../newsstandProcess.ts';
import type { EventStream } from '../openEventStream.ts';
import { until } from '../testing/until.ts';
import { collections, news } from './content.ts';
import { type Env, type Headers, keyHeaders, listenAt, metricOf } from './listening.ts';

type Service = {
  readonly env: Env;
  readonly running: Running;
  readonly reader: Headers;
  put(...lines: readonly object[]): Promise<void>;
  /** Listens with a new connection, which is closed with the service. */
  listen(headers?: Headers, query?: string): Promise<EventStream>;
};

/** Runs some work against a service of its own, and stops it. */
export async function withService(
  settings: Env,
  args: readonly string[],
  work: (service: Service) => Promise<void>,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn', ...settings };
    const put = (...lines: readonly object[]) => importLines(env, lines);
    await put(...collections, news('n1'));
    const reader = await keyHeaders(env, '--project', 'acme');
    const running = await startNewsstand(args, env);
    const streams: EventStream[] = [];
    const listen = async (headers = reader, query = '') => {
      const stream = await listenAt(running.url, headers, query);
      streams.push(stream);
      return stream;
    };
    try {
      await work({ env, running, reader, put, listen });
    } finally {
      for (const stream of streams) stream.close();
      await running.end('SIGKILL');
    }
  });
}

/** Waits for the value of a metric. */
export async function untilMetric(running: Running, name: string, value: number): Promise<void> {
  await until(
    `${name} to be ${value}`,
    () => metricOf(running, name),
    (seen) => seen === value,
  );
}
