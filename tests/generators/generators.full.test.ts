import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackages } from '../../build/installPackages.ts';
import { collections, news } from '../acceptance/content.ts';
import { createKey, importLines } from '../fillStore.ts';
import { type Running, runNewsstand, startNewsstand } from '../newsstandProcess.ts';

const here = import.meta.dir;
const tool = (name: string) => [process.execPath, '--bun', join(here, 'node_modules/.bin', name)];

/** The commands of each generator, in the folder of a project that has saved both documents. */
const generators = {
  OpenapiTypescript: both((name) => [
    ...tool('openapi-typescript'),
    `${name}.json`,
    '-o',
    `${name}/types.ts`,
  ]),
  HeyApi: both((name) => [...tool('openapi-ts'), '-i', `${name}.json`, '-o', `${name}/hey`, '--no-log-file']),
  Orval: [[...tool('orval'), '--config', 'orval.config.mjs']],
} as const;

function both(command: (name: string) => readonly string[]): readonly (readonly string[])[] {
  return ['public', 'manage'].map(command);
}

let folder = '';
let service: Running | undefined;
let env: Record<string, string> = {};

// The first run installs the generators.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsstand-generators-'));
  await cp(join(here, 'project'), folder, { recursive: true });
  await Promise.all([installPackages(here), open()]);
  const { PUBLIC_URL = '', MANAGE_URL = '', TOKEN = '' } = env;
  await Bun.write(join(folder, 'public.json'), await fetch(`${PUBLIC_URL}/openapi.json`));
  const headers = { authorization: `Bearer ${TOKEN}` };
  await Bun.write(join(folder, 'manage.json'), await fetch(`${MANAGE_URL}/openapi.json`, { headers }));
}, 240_000);

afterAll(async () => {
  await service?.end();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a service with two news items, a key and an editor. */
async function open(): Promise<void> {
  const settings = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn' };
  const tagged = { tags: [{ tagId: 't1' }] };
  await importLines(settings, [...collections, news('n1', tagged), news('n2', tagged), news('n3')]);
  const { key, secret } = await createKey(settings, ['--project', 'acme']);
  const operator = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await runNewsstand(['operator', ...words], { env: settings });
    if (code !== 0) throw new Error(stderr);
    return stdout.trim();
  };
  await operator('invite', 'robot', '--role', 'editor:acme');
  const token = await operator('token', 'robot', '--name', 'generators');
  service = await startNewsstand([], settings);
  const { url, managementUrl } = service;
  env = { PUBLIC_URL: url, MANAGE_URL: `${managementUrl}/manage/v1`, KEY: key, SECRET: secret, TOKEN: token };
}

/** Runs a command that must succeed, and returns its output. */
async function run(
  command: readonly string[],
  cwd: string,
  given: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const child = Bun.spawn([...command], { cwd, env: given, stdout: 'pipe', stderr: 'pipe' });
  const [output, fault, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${output}${fault}`);
  return output;
}

test('three generators make clients that compile and work, from both documents', async () => {
  // A proxy that does not exist keeps them from using the network.
  const offline = {
    PATH: process.env['PATH'],
    HTTP_PROXY: 'http://127.0.0.1:9',
    HTTPS_PROXY: 'http://127.0.0.1:9',
  };
  const commands = Object.values(generators).flat();
  await Promise.all(commands.map((command) => run(command, folder, offline)));
  await run([join(here, '../../node_modules/.bin/tsc'), '-p', '.'], folder, { PATH: process.env['PATH'] });
  const names = Object.keys(generators);
  const printed = await Promise.all(
    names.map((name) => run([process.execPath, `use${name}.ts`], folder, env)),
  );
  expect(printed.map((text) => JSON.parse(text))).toEqual(
    names.map(() => ({
      totalCount: 2,
      names: ['Name of n2'],
      error: 'not_found',
      put: 201,
      operations: ['8x6', 'quality 80'],
    })),
  );
}, 120_000);
