import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../../build/run.ts';
import { expected, type Pasted, pasteSnippet, printed, root, snippetsOf } from './pasteSnippet.ts';

// A busy machine is no fault.
setDefaultTimeout(300_000);

const tools = join(root, 'node_modules/.bin');
let pasted: Pasted;

beforeAll(async () => {
  pasted = await pasteSnippet();
});
afterAll(() => pasted?.[Symbol.asyncDispose]());

test('Node runs it, as it stands in the README in both languages', async () => {
  const own = await snippetsOf('README.md');
  expect(own).toHaveLength(1);
  expect(await snippetsOf('docs/ja/README.md')).toEqual(own);
  expect(printed(pasted.output)).toEqual(expected);
});

test('it says what is wrong if the keys were not exported', async () => {
  const forgotten = run(['env', '-u', 'KEY', '-u', 'SECRET', 'node', 'news.mjs'], pasted.app);
  await expect(forgotten).rejects.toThrow('createClient: key is missing; is its environment variable set?');
});

test('Bun runs it, and installs the client too', async () => {
  const { folder, keys, lines } = pasted;
  await mkdir(join(folder, 'bun'));
  const [, url = ''] = /^npm install (\S+)$/m.exec(lines) ?? [];
  const commands = `${keys}export KEY SECRET\nbun add ${url}\ncp ../my-site/news.mjs .\nbun news.mjs\n`;
  const path = `PATH=${dirname(process.execPath)}:${tools}:${process.env['PATH']}`;
  expect(printed(await run(['env', path, 'bash', '-e'], join(folder, 'bun'), commands))).toEqual(expected);
});

test.each([
  ['nodenext', 'nodenext'],
  ['preserve', 'bundler'],
])('strict TypeScript compiles it: module %s, resolution %s', async (module, moduleResolution) => {
  const { app, program } = pasted;
  await Bun.write(join(app, 'news.mts'), program);
  const compilerOptions = {
    ...{ module, moduleResolution, target: 'es2022', noEmit: true, skipLibCheck: true },
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
    ...{ noImplicitOverride: true, noPropertyAccessFromIndexSignature: true, verbatimModuleSyntax: true },
    ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  };
  const project = join(app, `tsconfig.${module}.json`);
  await Bun.write(project, JSON.stringify({ compilerOptions, files: ['news.mts'] }));
  expect(await run([join(tools, 'tsc'), '-p', project], app)).toBe('');
});
