import { describe, expect, test } from 'bun:test';
import { exists } from 'node:fs/promises';
import { join } from 'node:path';
import { errors, kinds, limits, operations, parameters } from '@newsstand/contract';
import { manageErrors } from '@newsstand/contract/manage';
import { settings } from '../packages/server/src/config/readConfig.ts';
import { anchorsIn, isExternal, linksIn, resolveTarget } from '../website/src/markdown.ts';
import { describeExamples, pagesWithExamples } from './describeExamples.ts';
import { markdownPages } from './markdownPages.ts';
import { sharedDemo } from './sharedDemo.ts';
import { faultOfExternal } from './website/links.ts';

const root = join(import.meta.dir, '..');
const readPage = (page: string) => Bun.file(join(root, page)).text();
// The other pages: tests/docsExamples.full.test.ts.
describeExamples(['README.md', 'docs/interface.md'], sharedDemo);

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
 * The blocks of code that are not run by tests/docsExamples.full.test.ts, by page and language: the test that runs them, or why none does. `text`
 * blocks are for output, forms and commands that a test must not run, such as installing as root; the commands in them are
 * checked in tests/docsCommands.test.ts.
 */
const otherBlocks: Readonly<Record<string, string>> = {
  'docs/media.md sh': 'run by tests/mediaPage.full.test.ts',
  'docs/media.md ts': 'run by tests/mediaPage.full.test.ts',
  'docs/media.md python': 'run by tests/mediaPage.full.test.ts',
  'docs/media.md json': 'not run: an example of a record',
  'docs/media.md html': 'not run: markup of a page',
  'docs/tutorial.md sh': 'run by tests/tutorial.full.test.ts',
  'docs/tutorial.md js': 'run by tests/tutorial.full.test.ts',
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

test('the tests that are named exist', async () => {
  const tests = await Array.fromAsync(new Bun.Glob('{packages,tests,bench}/**/*.test.ts').scan(root));
  const known = tests.filter((path) => !path.includes('node_modules')).map((path) => `/${path}`);
  for (const page of await markdownPages()) {
    for (const [, name = ''] of (await readPage(page)).matchAll(/(?<![*\w/.])([\w/.]+\.test\.ts)\b/g)) {
      const isThere = known.some((path) => path.endsWith(`/${name}`));
      expect([page, name, isThere]).toEqual([page, name, true]);
    }
  }
});

test('every block of code is run, or it is known why not', async () => {
  const found = new Set<string>();
  for (const page of await markdownPages()) {
    // A template of docs/media.md.
    if (page === 'docs/media/page.md') continue;
    for (const [, language = ''] of (await readPage(page)).matchAll(/^ *```(\w+)\n.*?^ *```$/gms)) {
      const isRunHere = pagesWithExamples.includes(page) && /^(sh|js|ts)$/.test(language);
      if (!isRunHere && language !== 'text') found.add(`${page} ${language}`);
    }
  }
  expect([...found].toSorted()).toEqual(Object.keys(otherBlocks).toSorted());
});

test('docs/client.md shows what is in examples/astro', async () => {
  const docs = await readPage('docs/client.md');
  const section = docs.split('\n## Astro\n')[1]?.split('\n## ')[0] ?? '';
  const blocks = [...section.matchAll(/^```\w+\n(?:\/\/|---\n\/\/) (src\S+)\n(.*?)^```$/gms)];
  expect(blocks.length).toBeGreaterThan(3);
  for (const [, path = '', code = ''] of blocks) {
    const file = (await readPage(`examples/astro/${path}`)).split('\n').map((line) => line.trim());
    expect([path, code.split('\n').filter((line) => !file.includes(line.trim()))]).toEqual([path, []]);
  }
});

async function faultOf(page: string, target: string): Promise<string | undefined> {
  const { file, anchor } = resolveTarget(page, target);
  if (!(await exists(join(root, file)))) return 'does not exist';
  if (anchor === '' || !file.endsWith('.md')) return undefined;
  return anchorsIn(await readPage(file)).has(anchor) ? undefined : 'there is no such heading';
}
