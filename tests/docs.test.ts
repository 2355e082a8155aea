import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { exists, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errors, kinds, limits, operations, parameters } from '@newsstand/contract';
import { manageErrors } from '@newsstand/contract/manage';
import { settings } from '../packages/server/src/config/readConfig.ts';
import { anchorsIn, isExternal, linksIn, resolveTarget } from '../website/src/markdown.ts';
import { markdownPages } from './markdownPages.ts';
import { type Running, startNewsstand } from './newsstandProcess.ts';
import { faultOfExternal } from './website/links.ts';
import { copyDemo } from './withDemo.ts';

const root = join(import.meta.dir, '..');
const pages = [
  'README.md',
  'docs/interface.md',
  'docs/operating.md',
  'docs/upgrading.md',
  'docs/client.md',
  'docs/events.md',
  'docs/body.md',
  'docs/importing.md',
  'docs/writing.md',
  'docs/coming-from.md',
  ...[
    'schedule',
    'review',
    'preview',
    'pictures',
    'search',
    'languages',
    'cdn',
    'redirects',
    'backup',
    'postgresql',
  ].map((name) => `docs/guides/${name}.md`),
];
const readPage = (page: string) => Bun.file(join(root, page)).text();
const tools = ['bash', 'curl'];
const missing = tools.filter((tool) => Bun.which(tool) === null);

/** The examples of a page: its `sh`, `js` and `ts` blocks, in order, without the one that tests/snippet runs. */
async function examplesOf(page: string): Promise<{ language: string; code: string }[]> {
  const text = await readPage(page);
  return [...text.matchAll(/^```(sh|js|ts)\n(.*?)^```$/gms)]
    .map(([, language = '', code = '']) => ({ language, code }))
    .filter(({ code }) => !code.includes('/docs/client.tgz'));
}

describe('the examples in the docs work', () => {
  let folder = '';
  let service: Running | undefined;
  let env: Record<string, string> = {};

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newsstand-docs-'));
    const data = join(folder, 'data');
    const said = await copyDemo(data);
    service = await startNewsstand([], { NEWSSTAND_DATA: data, NEWSSTAND_LOG_LEVEL: 'warn' });
    await symlink(join(root, 'bin'), join(folder, 'bin'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const printed = [...said.matchAll(/^(KEY|SECRET)=(\S+)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    env = { ...Object.fromEntries(printed), NEWSSTAND_DATA: data, PATH: process.env['PATH'] ?? '' };
  });

  afterAll(async () => {
    await service?.end();
    await rm(folder, { recursive: true, force: true });
  });

  for (const page of pages) {
    // If a tool is missing, the name of the test says which.
    test.skipIf(missing.length > 0)(
      `${page}${missing.map((tool) => ` (needs ${tool})`).join('')}`,
      async () => {
        const examples = await examplesOf(page);
        expect(examples.length).toBeGreaterThan(0);
        for (const { language, code } of examples) {
          const here = code
            .replaceAll('http://127.0.0.1:4000', service?.url ?? '')
            .replaceAll('http://127.0.0.1:4001', service?.managementUrl ?? '');
          const command =
            language === 'sh' ? ['bash', '-euo', 'pipefail', '-c', here] : [process.execPath, '-e', here];
          const child = Bun.spawn(command, { cwd: folder, env, stdout: 'pipe', stderr: 'pipe' });
          const [output, fault, status] = await Promise.all([
            child.stdout.text(),
            child.stderr.text(),
            child.exited,
          ]);
          expect({ code, status, fault: status === 0 ? '' : fault }).toEqual({ code, status: 0, fault: '' });
          expect(output.trim()).not.toBe('');
          // A new key works everywhere within a second, which is sooner than a reader goes on.
          if (code.includes('key create')) await Bun.sleep(1000);
        }
      },
    );
  }
});

/** The first cells of the rows of the table under a heading. */
function firstCells(text: string, heading: string): string[] {
  const section = text.split(`## ${heading}\n`)[1]?.split(/^##+ /m)[0] ?? '';
  return [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, cell = '']) => cell);
}

describe('the tables in the docs match the contract', () => {
  test('operations, parameters, errors', async () => {
    const text = await readPage('docs/interface.md');
    expect(firstCells(text, 'Operations')).toEqual(operations.map(({ name }) => name));
    expect(firstCells(text, 'Query parameters')).toEqual(Object.keys(parameters));
    expect(firstCells(text, 'Errors')).toEqual(Object.keys(errors));
    for (const [code, { status }] of Object.entries(errors))
      expect(text).toContain(`| \`${code}\` | ${status} |`);
  });

  test('errors of the write interface', async () => {
    const text = await readPage('docs/writing.md');
    expect(firstCells(text, 'Errors')).toEqual(Object.keys(manageErrors));
    for (const [code, { status }] of Object.entries(manageErrors))
      expect(text).toContain(`| \`${code}\` | ${status} |`);
  });

  test('sort fields and limits', async () => {
    const text = await readPage('docs/interface.md');
    for (const field of Object.values(kinds).flatMap(({ sortFields }) => [...sortFields])) {
      if (!/^(category|tag)Id$/.test(field)) expect(text).toContain(`\`${field}\``);
    }
    expect(text).toContain(
      `integer from ${limits.pageSize.min} to ${limits.pageSize.max}, default ${limits.pageSize.default}`,
    );
    expect(text).toContain(`${limits.searchCharacters.min} to ${limits.searchCharacters.max} characters`);
    expect(text).toContain(`1 to ${limits.idCharacters} characters`);
    expect(text).toContain(`1 to ${limits.aliasCharacters} characters`);
    expect(text).toContain(`${limits.urlBytes / 1024} KiB`);
    expect(text).toContain(`${limits.headerBytes / 1024} KiB`);
    expect(text).toContain(`at most ${limits.maxAgeSeconds} s`);
    for (const page of [text, await readPage('docs/writing.md')]) {
      expect(page).toContain(`${limits.importLineBytes / 1024 ** 2} MiB`);
      expect(page).toContain(limits.documentValues.toLocaleString('en'));
      expect(page).toContain(`${limits.documentDepth} levels`);
    }
  });

  test('settings', async () => {
    const text = await readPage('docs/operating.md');
    for (const { env, flag } of Object.values(settings))
      expect(text).toContain(`| \`${env}\` | \`${flag}\` |`);
  });

  test('the figures on the pages for newcomers are those of the bench', async () => {
    const [peers, results, reliability, readme, comparison] = await Promise.all(
      ['bench/peers.md', 'bench/results.md', 'docs/reliability.md', 'README.md', 'docs/comparison.md'].map(
        readPage,
      ),
    );
    const speeds = comparison?.split('## Speed\n')[1]?.split('\n## ')[0] ?? '';
    const rows = [...speeds.matchAll(/^\| [^|]+ \| ([\d,]+) \| ([\d,]+) \|$/gm)];
    const measured = [
      ...(peers ?? '').matchAll(/^\| [^|]+ \| (\d+) \|(?:[^|]+\|){3} ([\d.]+) \|.*\*\*(\d+)\*\* \|$/gm),
    ];
    expect(rows.map(([, ours, theirs]) => [ours, theirs])).toEqual(
      measured.map(([, ours, theirs]) =>
        [ours, theirs].map((value) => Math.round(Number(value)).toLocaleString('en')),
      ),
    );
    const ratios = measured.map(([, , , ratio]) => Number(ratio));
    const range = `${Math.min(...ratios)} to ${Math.max(...ratios).toLocaleString('en')} times`;
    expect(readme).toContain(range);
    const [, kills, confirmed, lost] =
      /^\| \*\*all\*\* \|[^|]+\| ([\d,]+) \| ([\d,]+) \|[^|]+\|[^|]+\| (\d+) \|/m.exec(reliability ?? '') ??
      [];
    expect(lost).toBe('0');
    expect(readme).toContain(`of ${confirmed} confirmed writes, [${kills} kills]`);
    const perSecond = (workload: string) =>
      Number(new RegExp(`^\\| ${workload} \\| (\\d+) \\|`, 'm').exec(results ?? '')?.[1]);
    const thousands = (value: number) => (Math.floor(value / 1000) * 1000).toLocaleString('en');
    const lists = thousands(perSecond('list of 10, again and again'));
    expect(readme).toContain(`${lists} lists or ${thousands(perSecond('one item by ID'))} items a second`);
  });

  test('the files and folders named on the security page exist', async () => {
    const table = (await readPage('SECURITY.md')).split('## What is promised')[1]?.split('## ')[0] ?? '';
    const paths = [...new Bun.Glob('{packages,tests}/**/*.ts').scanSync(root)];
    const rows = table
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(1);
    const names = rows.flatMap((row) => [...(row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)]);
    expect(names.length).toBeGreaterThan(rows.length);
    for (const [, name = ''] of names) {
      const isThere = paths.some((path) =>
        `/${path}`.includes(name.endsWith('.ts') ? `/${name}` : `/${name}/`),
      );
      expect([name, isThere]).toEqual([name, true]);
    }
  });

  test('no link of any page of the repository is broken', async () => {
    const sources = await markdownPages();
    expect(sources.length).toBeGreaterThan(50);
    const faults: string[] = [];
    for (const source of sources) {
      // A template: its links are right where docs/media.md is.
      const place = source === 'docs/media/page.md' ? 'docs/media.md' : source;
      for (const target of linksIn(await readPage(source))) {
        const fault = isExternal(target) ? faultOfExternal(target) : await faultOf(place, target);
        if (fault !== undefined) faults.push(`${source}: ${target}: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

/**
 * The blocks of code that are not run by this file, by page and language: the test that runs them, or why none does. `text`
 * blocks are for output, forms and commands that a test must not run, such as installing as root; the commands in them are
 * checked in tests/docsCommands.test.ts.
 */
const otherBlocks: Readonly<Record<string, string>> = {
  'docs/media.md sh': 'run by tests/mediaPage.test.ts',
  'docs/media.md ts': 'run by tests/mediaPage.test.ts',
  'docs/media.md python': 'run by tests/mediaPage.test.ts',
  'docs/media.md json': 'not run: an example of a record',
  'docs/media.md html': 'not run: markup of a page',
  'docs/tutorial.md sh': 'run by tests/tutorial.test.ts',
  'docs/tutorial.md js': 'run by tests/tutorial.test.ts',
  'docs/ja/README.md sh': 'the same as in the original, by tests/translations.test.ts',
  'docs/ja/tutorial.md sh': 'the same as in the original, by tests/translations.test.ts',
  'docs/ja/tutorial.md js': 'the same as in the original, by tests/translations.test.ts',
  'docs/events.md javascript': 'run by tests/webhooks/docs.test.ts',
  'docs/events.md json': 'not run: an example of a call',
  'docs/guides/static-sites.md javascript': 'run by tests/recipes.test.ts',
  'docs/client.md typescript': 'not run: parts of examples/astro, which its own test builds and visits',
  'docs/client.md tsx': 'compiled by tests/examples',
  'docs/client.md astro': 'not run: parts of examples/astro, which its own test builds and visits',
  'docs/signing-in.md json': 'read by packages/server/src/management/api/providers/Provider.test.ts',
  'docs/scaling.md nginx': 'the files in docs/scaling, which tests/scaling runs',
  'docs/scaling.md vcl': 'the files in docs/scaling, which tests/scaling runs',
  'docs/scaling.md http': 'not run: headers of a response',
  'docs/operating.md nginx': 'not run: a part of a configuration',
  'docs/operating.md ini': 'not run: a unit for a systemd that the tests do not have',
  'packages/client/build/README.md js': 'not run: the start of docs/client.md',
};

test('every block of code is run, or it is known why not', async () => {
  const found = new Set<string>();
  for (const page of await markdownPages()) {
    // A template of docs/media.md.
    if (page === 'docs/media/page.md') continue;
    for (const [, language = ''] of (await readPage(page)).matchAll(/^ *```(\w+)\n.*?^ *```$/gms)) {
      const isRunHere = pages.includes(page) && /^(sh|js|ts)$/.test(language);
      if (!isRunHere && language !== 'text') found.add(`${page} ${language}`);
    }
  }
  expect([...found].toSorted()).toEqual(Object.keys(otherBlocks).toSorted());
});

async function faultOf(page: string, target: string): Promise<string | undefined> {
  const { file, anchor } = resolveTarget(page, target);
  if (!(await exists(join(root, file)))) return 'does not exist';
  if (anchor === '' || !file.endsWith('.md')) return undefined;
  return anchorsIn(await readPage(file)).has(anchor) ? undefined : 'there is no such heading';
}
