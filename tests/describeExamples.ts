import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outcomeHere } from './runHere.ts';
import type { Demo } from './sharedDemo.ts';
import { lacks } from './testing/lacks.ts';
import { until } from './testing/until.ts';
import { keysOf } from './withDemo.ts';

const root = join(import.meta.dir, '..');

/** The pages whose `sh`, `js` and `ts` blocks are run, in order, on the demo content. */
export const pagesWithExamples: readonly string[] = [
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

/** The examples of a page, without the one that tests/snippet runs. */
async function examplesOf(page: string): Promise<{ language: string; code: string }[]> {
  const text = await Bun.file(join(root, page)).text();
  return [...text.matchAll(/^```(sh|js|ts)\n(.*?)^```$/gms)]
    .map(([, language = '', code = '']) => ({ language, code }))
    .filter(({ code }) => !code.includes('/docs/client.tgz'));
}

/** Tests of the examples of pages, on a service with the demo. */
export function describeExamples(pages: readonly string[], open: () => Promise<Demo>): void {
  describe.skipIf(['bash', 'curl'].some((tool) => lacks(tool, 'examples in the docs')))(
    'the examples in the docs work',
    () => {
      let folder = '';
      let service: Demo;
      let env: Record<string, string> = {};

      beforeAll(async () => {
        folder = await mkdtemp(join(tmpdir(), 'newsstand-docs-'));
        service = await open();
        const places = {
          bin: join(root, 'bin'),
          node_modules: join(root, 'node_modules'),
          data: service.env['NEWSSTAND_DATA'] ?? '',
        };
        for (const [name, place] of Object.entries(places)) await symlink(place, join(folder, name));
        const { reader } = keysOf(service);
        const [KEY, SECRET] = [reader['x-svc-ac-api-key'], reader['x-svc-ac-api-secret']];
        env = { KEY, SECRET, PATH: process.env['PATH'] ?? '', ...service.env };
      });
      afterAll(() => rm(folder, { recursive: true, force: true }));

      // Some pages have dozens of commands, each in a process of its own.
      test.each(pages)('%s', runExamples, 180_000);

      async function runExamples(page: string): Promise<void> {
        const examples = await examplesOf(page);
        expect(examples.length).toBeGreaterThan(0);
        for (const { language, code } of examples) {
          const here = code
            .replaceAll('http://127.0.0.1:4000', service.url)
            .replaceAll('http://127.0.0.1:4001', service.managementUrl);
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
          if (code.includes('key create')) await untilServed(service);
        }
      }
    },
  );
}

/** Waits until a service serves what commands have written. */
async function untilServed({ env, managementUrl }: Demo): Promise<void> {
  const { revision }: { revision: number } = JSON.parse(
    (await outcomeHere(['status', '--json'], env)).stdout,
  );
  await until(
    `revision ${revision} to be served`,
    async () => {
      const text = await (await fetch(`${managementUrl}/metrics`)).text();
      return Number(/^newsstand_revision (\d+)/m.exec(text)?.[1]);
    },
    (served) => served >= revision,
  );
}
