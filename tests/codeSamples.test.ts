import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CodeSamples, operations, requestCode, subscriptionCode } from '@newsstand/contract';
import { demoRequests, demoSubscription } from '../website/src/demoRequests.ts';
import { type Demo, sharedDemo } from './sharedDemo.ts';
import { lacks } from './testing/lacks.ts';
import { isFull } from './testing/runs.ts';
import { keysOf } from './withDemo.ts';

type Language = keyof CodeSamples;

/**
 * How all samples of a language are run by one process, since starting one for each takes long: the program that runs
 * them, one after the other, and prints one array of their outputs.
 */
const runners: Readonly<Record<Exclude<Language, 'curl' | 'Go'>, Runner>> = {
  TypeScript: {
    extension: 'ts',
    command: [process.execPath],
    program: (files) => `const outputs: string[] = [];
const log = console.log;
console.log = (text: string) => outputs.push(text);
for (const file of ${JSON.stringify(files)}) await import(file);
log(JSON.stringify(outputs));`,
  },
  Python: {
    extension: 'py',
    command: ['python3'],
    program: (files) => `import contextlib, io, json, runpy
outputs = []
for file in ${JSON.stringify(files)}:
    with contextlib.redirect_stdout(io.StringIO()) as output:
        runpy.run_path(file)
    outputs.append(output.getvalue())
print(json.dumps(outputs))`,
  },
  PHP: {
    extension: 'php',
    command: ['php'],
    program: (files) => `<?php
$outputs = [];
foreach (json_decode('${JSON.stringify(files)}') as $file) {
    ob_start();
    require $file;
    $outputs[] = ob_get_clean();
}
echo json_encode($outputs);`,
  },
};

type Runner = {
  readonly extension: string;
  readonly command: readonly [program: string];
  readonly program: (files: readonly string[]) => string;
};

let folder = '';
let service: Demo;
let env: Record<string, string | undefined> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsstand-samples-'));
  await symlink(join(import.meta.dir, '../node_modules'), join(folder, 'node_modules'));
  service = await sharedDemo();
  const { reader } = keysOf(service);
  env = {
    ...process.env,
    KEY: reader['x-svc-ac-api-key'],
    SECRET: reader['x-svc-ac-api-secret'],
    GOCACHE: join(folder, 'go-cache'),
    GOPATH: join(folder, 'go-path'),
    GO111MODULE: 'on',
  };
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The sample of every operation in a language, in the order of the operations, and the one of events. */
function samplesIn(language: Language): { readonly requests: readonly string[]; readonly events: string } {
  const { url } = service;
  const codeOf = (operation: (typeof operations)[number]) =>
    requestCode({ url, operation, ...demoRequests[operation.name] })[language];
  return {
    requests: operations.map(codeOf),
    events: subscriptionCode({ url, ...demoSubscription })[language],
  };
}

async function run(command: readonly string[], cwd = folder): Promise<string> {
  const child = Bun.spawn([...command], { cwd, env, stdout: 'pipe', stderr: 'pipe' });
  const [output, fault, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  expect({ command, status, fault: status === 0 ? '' : fault }).toEqual({ command, status: 0, fault: '' });
  return output;
}

/** Runs a command that never ends until it has printed that the stream has begun. */
async function runUntilEvent(command: readonly string[]): Promise<void> {
  const child = Bun.spawn([...command], { cwd: folder, env, stdout: 'pipe', stderr: 'inherit' });
  let output = '';
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    output += chunk;
    if (/retry: \d+\n(.+\n)*\n|reset/.test(output)) break;
  }
  child.kill();
  await child.exited;
  expect(output).toMatch(/retry: \d+\n|reset/);
}

/** What curl prints for each operation: the body of the response as it came. */
let bodies: readonly unknown[] | undefined;
async function bodiesByCurl(): Promise<readonly unknown[]> {
  bodies ??= await Promise.all(
    samplesIn('curl').requests.map(async (code) => JSON.parse(await run(['bash', '-c', code]))),
  );
  return bodies;
}

describe('every operation of the reference gives the same in every language', () => {
  test('curl', async () => {
    const names = operations.map(({ name }) => name);
    const found = (await bodiesByCurl()).map((body) => JSON.stringify(body));
    // All of them found something.
    for (const [index, text] of found.entries()) {
      expect([names[index], text]).not.toEqual([names[index], expect.stringContaining('"list":[]')]);
      expect([names[index], text]).toEqual([names[index], expect.stringContaining('"projectId":"demo"')]);
    }
    await runUntilEvent(['bash', '-c', samplesIn('curl').events]);
  });

  for (const language of isFull ? (['TypeScript', 'Python', 'PHP'] as const) : (['TypeScript'] as const)) {
    const { extension, command, program } = runners[language];
    test.skipIf(lacks(command[0], 'code samples'))(language, async () => {
      const { requests, events } = samplesIn(language);
      const files = operations.map(({ name }) => join(folder, `${name}.${extension}`));
      for (const [index, file] of files.entries()) await Bun.write(file, requests[index] ?? '');
      const runner = join(folder, `all.${extension}`);
      await Bun.write(runner, program(files));
      const outputs: readonly string[] = JSON.parse(await run([...command, runner]));
      expect(outputs.map((output) => JSON.parse(output))).toEqual([...(await bodiesByCurl())]);

      const subscriber = join(folder, `events.${extension}`);
      await Bun.write(subscriber, events);
      await runUntilEvent([...command, subscriber]);
    });
  }

  if (isFull) test.skipIf(lacks('go', 'code samples'))('Go', runGo);

  async function runGo(): Promise<void> {
    const { requests, events } = samplesIn('Go');
    const module = join(folder, 'go');
    // Each sample is a program; as packages, one program can run all of them.
    const names = [...operations.map(({ name }) => name.toLowerCase()), 'events'];
    for (const [index, code] of [...requests, events].entries()) {
      const name = names[index] ?? '';
      await mkdir(join(module, name), { recursive: true });
      const asPackage = code.replace('package main', `package ${name}`).replace('func main()', 'func Main()');
      expect(asPackage).not.toBe(code);
      await Bun.write(join(module, name, 'main.go'), `${asPackage}\n`);
    }
    await Bun.write(join(module, 'go.mod'), 'module samples\n\ngo 1.18\n');
    await Bun.write(
      join(module, 'main.go'),
      `package main

import (
	"fmt"
	"os"
${names.map((name) => `\t"samples/${name}"`).join('\n')}
)

func main() {
	if len(os.Args) > 1 {
		events.Main()
	}
${names
  .slice(0, -1)
  .map((name) => `\t${name}.Main()\n\tfmt.Println("---")`)
  .join('\n')}
}
`,
    );
    await run(['go', 'build', '-o', 'all', '.'], module);
    const outputs = (await run([join(module, 'all')])).split('---\n').slice(0, -1);
    expect(outputs.map((output) => JSON.parse(output))).toEqual([...(await bodiesByCurl())]);
    await runUntilEvent([join(module, 'all'), 'events']);
    // They are formatted as Go programmers expect.
    expect(await run(['gofmt', '-l', ...names], module)).toBe('');
  }
});
