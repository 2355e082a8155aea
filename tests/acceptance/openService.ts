import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Engine, engines } from '../engines.ts';
import { createKey as createKeyIn, importLines } from '../fillStore.ts';
import { type KeptOpen, keepOpen } from '../keepOpen.ts';
import { inTemporaryFolder, type Running, runNewsstand, startNewsstand } from '../newsstandProcess.ts';
import { checkedReader, type Keys } from './checkedReader.ts';

/** A service in separate processes, with its own folder. */
export type OpenService = Awaited<ReturnType<typeof openIn>>;

/** Runs some work against a new service with these records. */
export type WithService = <T>(
  records: readonly object[],
  work: (service: OpenService) => Promise<T>,
  options?: ServiceOptions,
) => Promise<T>;

type ServiceOptions = {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** A test that the service must pass on every engine of the store. */
export function serviceTest(name: string, body: (withService: WithService) => Promise<void>): void {
  for (const engine of engines) test(`${name} (${engine.name})`, () => body(serviceOn(engine)), 240_000);
}

type Shared = {
  readonly engine: Engine;
  readonly records: readonly object[];
  readonly options: ServiceOptions | undefined;
  readonly kept: KeptOpen<OpenService>;
};
const shared: Shared[] = [];
const closeShared = () => Promise.all(shared.splice(0).map(({ kept }) => kept.close()));

/**
 * The same for a test that changes no content that other tests use: it shares its service with all others that have the
 * same records and options.
 */
export function readingTest(
  name: string,
  records: readonly object[],
  body: (service: OpenService) => Promise<void>,
  options?: ServiceOptions,
): void {
  // With each test, since files of tests may share this module.
  afterAll(closeShared);
  for (const engine of engines)
    test(
      `${name} (${engine.name})`,
      async () => body(await sharedService(engine, records, options)),
      240_000,
    );
}

function sharedService(
  engine: Engine,
  records: readonly object[],
  options: ServiceOptions | undefined,
): Promise<OpenService> {
  const known = shared.find(
    (one) => one.engine === engine && one.records === records && one.options === options,
  );
  if (known !== undefined) return known.kept.thing;
  const kept = keepOpen<OpenService>((work) => serviceOn(engine)(records, work, options));
  shared.push({ engine, records, options, kept });
  return kept.thing;
}

function serviceOn(engine: Engine): WithService {
  return (records, work, { args = [], env = {} } = {}) =>
    inTemporaryFolder(async (folder) => {
      const settings = { ...(await engine.freshSettings()), ...env };
      const service = await openIn(folder, records, args, settings);
      try {
        return await work(service);
      } finally {
        await service.running.end();
      }
    });
}

async function openIn(
  folder: string,
  records: readonly object[],
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
) {
  const env = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn', ...settings };

  /** Runs a command that must succeed. */
  async function run(command: readonly string[], stdin = ''): Promise<string> {
    const { code, stdout, stderr } = await runNewsstand(command, { env, stdin });
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }

  const put = (...lines: readonly object[]) => importLines(env, lines);

  if (records.length > 0) await put(...records);
  const running: Running = await startNewsstand(args, env);
  const ask = await checkedReader(running.url).catch(async (error: unknown) => {
    await running.end();
    throw error;
  });

  /** Creates a key and waits until the running service knows it. */
  async function createKey(...options: readonly string[]): Promise<Keys> {
    const keys = await createKeyIn(env, options);
    await eventually(
      () => ask('/static/projects/-/spaces/-/collection/tags', { keys }),
      ({ status }) => status !== 401,
    );
    return keys;
  }

  return { folder, env, running, url: running.url, ask, run, put, createKey };
}

/** Repeats a request until the response is as expected: commits are visible within a second. */
export async function eventually<T>(ask: () => Promise<T>, isRight: (answer: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const answer = await ask();
    if (isRight(answer) || tries > 200) return answer;
    await Bun.sleep(20);
  }
}

/** Repeats a request until every worker gives the expected response: on many connections in a row. */
export async function everywhere(isRight: () => Promise<boolean>): Promise<void> {
  let inARow = 0;
  for (let tries = 0; inARow < 30 && tries < 2000; tries++) {
    if (inARow === 0) await Bun.sleep(5);
    inARow = (await isRight()) ? inARow + 1 : 0;
  }
  expect(inARow).toBe(30);
}
