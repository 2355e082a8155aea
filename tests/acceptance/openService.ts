import { test } from 'bun:test';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, engines } from '../engines.ts';
import { createKey as createKeyIn, importLines, untilShown } from '../fillStore.ts';
import { inTemporaryFolder, type Running, startNewsstand } from '../newsstandProcess.ts';
import { outcomeHere } from '../runHere.ts';
import { isFull } from '../testing/runs.ts';
import { until } from '../testing/until.ts';
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

/** For what is not about the store: `npm test` does without the second engine. */
const enginesOfDelivery = isFull ? engines : engines.slice(0, 1);

/** With which all services that tests share sign the addresses of pictures. */
export const mediaKey = 'a key of sixteen letters';

/** A test with a service of its own, because it stops it or needs settings that others can't have. */
export function serviceTest(name: string, body: (withService: WithService) => Promise<void>): void {
  for (const engine of enginesOfDelivery) test(`${name} (${engine.name})`, () => body(serviceOn(engine)));
}

type Body = (service: OpenService) => Promise<void>;

/**
 * A test that shares its service with all others of this process that have the same options, on every engine. Therefore
 * its records are in a project of its own, or of its file.
 */
export function sharedTest(
  name: string,
  records: readonly object[],
  body: Body,
  options?: ServiceOptions,
): void {
  testOn(engines, name, records, body, options);
}

/** The same for a test that is about HTTP rather than about what is stored, or that costs too much to repeat. */
export function httpTest(
  name: string,
  records: readonly object[],
  body: Body,
  options?: ServiceOptions,
): void {
  testOn(enginesOfDelivery, name, records, body, options);
}

function testOn(
  chosen: readonly Engine[],
  name: string,
  records: readonly object[],
  body: Body,
  options: ServiceOptions | undefined,
): void {
  for (const engine of chosen)
    test(`${name} (${engine.name})`, async () => body(await sharedService(records, engine, options)));
}

type Shared = {
  readonly engine: Engine;
  readonly options: ServiceOptions | undefined;
  readonly service: Promise<OpenService>;
  /** The records that it has. */
  readonly filled: Map<readonly object[], Promise<void>>;
};
const shared: Shared[] = [];

/** The service of this process, by default on SQLite, with these records. It ends with the process. */
export async function sharedService(
  records: readonly object[],
  engine = engines[0],
  options?: ServiceOptions,
): Promise<OpenService> {
  if (engine === undefined) throw new Error('there is no engine');
  let known = shared.find((one) => one.engine === engine && one.options === options);
  if (known === undefined) {
    known = { engine, options, service: openShared(engine, options), filled: new Map() };
    shared.push(known);
  }
  const service = await known.service;
  const filling = known.filled.get(records) ?? fill(service, records);
  known.filled.set(records, filling);
  await filling;
  return service;
}

/** Imports records, and waits until the service shows them. */
async function fill({ put, env, running }: OpenService, records: readonly object[]): Promise<void> {
  await put(...records);
  await untilShown(env, running);
}

async function openShared(engine: Engine, { args = [], env = {} }: ServiceOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-shared-'));
  const settings = { NEWSSTAND_MEDIA_KEY: mediaKey, ...(await engine.freshSettings()), ...env };
  return await openIn(folder, [], args, settings);
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
  async function run(command: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await outcomeHere(command, env);
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
    await until(
      'a service that knows its new key',
      () => ask('/static/projects/-/spaces/-/collection/tags', { keys }),
      ({ status }) => status !== 401,
    );
    return keys;
  }

  /** Creates somebody with a role, and returns a token. */
  async function createOperator(operatorId: string, role: string): Promise<string> {
    await run(['operator', 'invite', operatorId, '--role', role]);
    return (await run(['operator', 'token', operatorId, '--name', 'test'])).trim();
  }

  return { folder, env, running, url: running.url, ask, run, put, createKey, createOperator };
}

/** Repeats a request until every worker gives the expected response: on many connections in a row. */
export async function everywhere(what: string, isRight: () => Promise<boolean>): Promise<void> {
  let inARow = 0;
  await until(`${what}, 30 times in a row`, async () => {
    do inARow = (await isRight()) ? inARow + 1 : 0;
    while (inARow > 0 && inARow < 30);
    return inARow === 30;
  });
}
