import { describe, expect, test } from 'bun:test';
import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createStore } from '../../../../tests/inStoreFolder.ts';
import { inTemporaryFolder, runNewsstand } from '../../../../tests/newsstandProcess.ts';
import { outcomeHere } from '../../../../tests/runHere.ts';

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="45"><rect width="80" height="45"/></svg>';
const place = { projectId: 'acme', spaceId: 'web' };
const category = { kind: 'category', ...place, categoryId: 'c1', name: 'Products' };
const media = { kind: 'media', ...place, mediaId: 'm1', name: 'Cover', type: 'image', file: 'img/cover.svg' };
const news = {
  ...{ kind: 'news', ...place, instanceId: 'press', contentId: 'n1', name: 'Hello', status: 'published' },
  values: { title: 'こんにちは', body: { text: 'x' }, thumbnail: { mediaId: 'm1' } },
  category: { categoryId: 'c1' },
};
const linesOf = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** A folder with a data folder, and content to import beside it. */
function withContent<T>(work: (folder: string, env: { NEWSSTAND_DATA: string }) => Promise<T>): Promise<T> {
  return inTemporaryFolder(async (folder) => {
    await Bun.write(join(folder, 'in/img/cover.svg'), picture);
    await Bun.write(join(folder, 'in/content.ndjson'), linesOf(category, media));
    await Bun.write(join(folder, 'in/news.ndjson'), linesOf(news));
    return work(folder, { NEWSSTAND_DATA: join(folder, 'data') });
  });
}

describe('import', () => {
  test('takes several files as one', async () => {
    await withContent(async (folder, env) => {
      // The news come first, though they refer to what is in the second file.
      const files = [join(folder, 'in/news.ndjson'), join(folder, 'in/content.ndjson')];
      const first = await outcomeHere(['import', ...files], env);
      expect(first).toEqual({
        code: 0,
        stdout: '3 lines: 3 created, 0 updated, 0 unchanged, 0 deleted\n',
        stderr: '',
      });
      const again = await outcomeHere(['import', '--json', ...files], env);
      expect(JSON.parse(again.stdout)).toMatchObject({ lines: 3, created: 0, unchanged: 3 });
    });
  });

  test('checks without changing anything', async () => {
    await withContent(async (folder, env) => {
      const words = ['import', '--dry-run', join(folder, 'in/content.ndjson')];
      const { code, stdout } = await outcomeHere(words, env);
      expect(code).toBe(0);
      expect(stdout).toBe(
        '2 lines: 2 created, 0 updated, 0 unchanged, 0 deleted\nNothing was changed: this was a dry run.\n',
      );
      // Not even a store.
      expect(await readdir(folder)).toEqual(['in']);
      await createStore(env.NEWSSTAND_DATA);
      expect((await outcomeHere(words, env)).stdout).toBe(stdout);
      expect(JSON.parse((await outcomeHere(['status', '--json'], env)).stdout).shelves).toEqual([]);
    });
  });

  test('lists all faults with file and line, and keeps nothing', async () => {
    await withContent(async (folder, env) => {
      const bad = join(folder, 'in/bad.ndjson');
      await Bun.write(bad, `${linesOf(category)}not json\n${linesOf({ ...news, name: 7 })}`);
      const { code, stdout, stderr } = await outcomeHere(['import', bad], env);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      const lines = stderr.trimEnd().split('\n');
      expect(lines[0]).toStartWith(`${bad}:2: `);
      expect(lines[1]).toStartWith(`${bad}:3: name: `);
      expect(lines.at(-1)).toStartWith('newsstand: nothing was imported: ');
      expect(JSON.parse((await outcomeHere(['status', '--json'], env)).stdout).shelves).toEqual([]);

      const json = await outcomeHere(['import', '--json', bad], env);
      expect(json.code).toBe(1);
      const report = JSON.parse(json.stdout);
      expect(report.faults[0]).toMatchObject({ source: bad, line: 2 });
      expect(report).toMatchObject({ total: report.faults.length, isComplete: true });
    });
  });

  test('says how many faults are not shown', async () => {
    await withContent(async (folder, env) => {
      const ending = async (text: string) => {
        await Bun.write(join(folder, 'in/bad.ndjson'), text);
        const { code, stderr } = await outcomeHere(['import', join(folder, 'in/bad.ndjson')], env);
        expect(code).toBe(1);
        const lines = stderr.trimEnd().split('\n');
        return { shown: lines.length - 1, last: lines.at(-1) };
      };
      expect(await ending('not json\n'.repeat(1500))).toEqual({
        shown: 1000,
        last: 'newsstand: nothing was imported: at least 1500 faults; fix these to see the others',
      });
      const dangling = Array.from({ length: 600 }, (_, index) => ({ ...news, contentId: `n${index}` }));
      expect(await ending(linesOf(...dangling))).toEqual({
        shown: 1000,
        last: 'newsstand: nothing was imported: at least 1000 faults; fix these to see the others',
      });
    });
  });

  test('an unreadable file is one line of error, and nothing is imported', async () => {
    await withContent(async (folder, env) => {
      const socket = join(folder, 'socket');
      // It can be looked at, but not opened; the file before it is large enough to be under way by then.
      using _ = Bun.listen({ unix: socket, socket: { data: () => {} } });
      await Bun.write(join(folder, 'in/large.ndjson'), linesOf(category).repeat(20_000));
      const files = [join(folder, 'in/large.ndjson'), socket];
      const { code, stdout, stderr } = await outcomeHere(['import', ...files], env);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^newsstand: cannot read [^\n]+socket: [^\n]+\n$/);
      expect(await readdir(env.NEWSSTAND_DATA)).toEqual([]);
    });
  });

  test('a file that is not there, or is a folder', async () => {
    await withContent(async (folder, env) => {
      const missing = await outcomeHere(['import', join(folder, 'nothing.ndjson')], env);
      expect(missing.code).toBe(1);
      expect(missing.stderr).toEndWith('nothing.ndjson: there is no such file\n');
      const wrong = await outcomeHere(['import', '--from', 'ndjson', folder], env);
      expect(wrong.code).toBe(1);
      expect(wrong.stderr).toEndWith(
        ': it is a folder, and only Markdown and the content of archives can be imported from folders\n',
      );
      expect(await readdir(folder)).toEqual(['in']);
    });
  });
});

describe('export', () => {
  const imported = async (folder: string, env: { NEWSSTAND_DATA: string }) => {
    const files = [join(folder, 'in/content.ndjson'), join(folder, 'in/news.ndjson')];
    expect((await outcomeHere(['import', ...files], env)).code).toBe(0);
  };

  test('to a file, with originals, and back into an empty store', async () => {
    await withContent(async (folder, env) => {
      await imported(folder, env);
      const output = join(folder, 'out/all.ndjson');
      const { code, stdout } = await runNewsstand(['export', '--output', output], { env });
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
      const text = await Bun.file(output).text();
      const records = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(records.map((record) => record.kind)).toEqual(['instance', 'category', 'media', 'news']);
      const { file } = records[2];
      expect(await Bun.file(join(folder, 'out', file)).text()).toBe(
        await Bun.file(join(folder, 'in/img/cover.svg')).text(),
      );
      expect((await readdir(join(folder, 'out'))).toSorted()).toEqual(['all.ndjson', 'originals']);

      // Pictures have the same addresses where the key is the same.
      const key = (await Bun.file(join(env.NEWSSTAND_DATA, 'media.key')).text()).trim();
      const other = { NEWSSTAND_DATA: join(folder, 'other'), NEWSSTAND_MEDIA_KEY: key };
      expect((await outcomeHere(['import', output], other)).code).toBe(0);
      expect((await outcomeHere(['export'], other)).stdout).toBe(text);
      const unchanged = await outcomeHere(['import', '--json', output], env);
      expect(JSON.parse(unchanged.stdout)).toMatchObject({ created: 0, updated: 0, deleted: 0 });
    });
  });

  test('through standard streams, only what is asked for', async () => {
    await withContent(async (folder, env) => {
      await imported(folder, env);
      const extra = linesOf({ kind: 'tag', projectId: 'other', spaceId: 's', tagId: 't', name: 'T' });
      expect((await outcomeHere(['import', '-'], env, { stdin: extra })).code).toBe(0);
      const { stdout } = await outcomeHere(['export', '--project', 'other', '--output', '-'], env);
      expect(stdout.split('\n')).toHaveLength(2);
      const other = { NEWSSTAND_DATA: join(folder, 'other') };
      expect((await outcomeHere(['import', '-'], other, { stdin: stdout })).code).toBe(0);
    });
  });

  test('into an import of the same data folder changes nothing', async () => {
    await withContent(async (folder, env) => {
      await imported(folder, env);
      const { stdout } = await outcomeHere(['export'], env);
      expect(stdout).toContain('"file":"originals/');
      const { code, stdout: report } = await outcomeHere(['import', '-'], env, { stdin: stdout });
      expect(code).toBe(0);
      expect(report).toBe('4 lines: 0 created, 0 updated, 4 unchanged, 0 deleted\n');
    });
  });

  test('of something that is not there', async () => {
    await withContent(async (folder, env) => {
      await imported(folder, env);
      const output = join(folder, 'none.ndjson');
      const words = ['export', '--project', 'acme', '--space', 'app', '--output', output];
      expect(await outcomeHere(words, env)).toEqual({
        code: 1,
        stdout: '',
        stderr: 'newsstand: there is no acme/app; newsstand status shows what there is\n',
      });
      expect(await Bun.file(output).exists()).toBe(false);
    });
  });

  test('is never written over the store', async () => {
    await withContent(async (folder, env) => {
      await imported(folder, env);
      const store = join(env.NEWSSTAND_DATA, 'newsstand.db');
      await symlink(store, join(folder, 'link'));
      for (const output of [store, join(folder, 'link')]) {
        const { code, stderr } = await outcomeHere(['export', '--output', output], env);
        expect(code).toBe(2);
        expect(stderr).toBe(`newsstand: --output ${output} is the store itself; name another file\n`);
      }
      expect((await outcomeHere(['status'], env)).code).toBe(0);
    });
  });

  test('leaves an older file alone when it fails', async () => {
    await withContent(async (folder, env) => {
      await imported(folder, env);
      await Bun.write(join(folder, 'out/originals'), 'in the way');
      await Bun.write(join(folder, 'out/all.ndjson'), 'old');
      const { code, stderr } = await outcomeHere(['export', '--output', join(folder, 'out/all.ndjson')], env);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^newsstand: [^\n]+\n$/);
      expect(await Bun.file(join(folder, 'out/all.ndjson')).text()).toBe('old');
      const inside = await outcomeHere(['export', '--output', join(folder, 'out/all.ndjson/x')], env);
      expect(inside.code).toBe(1);
      expect(inside.stderr).toMatch(/^newsstand: cannot write [^\n]+\n$/);
      expect((await readdir(join(folder, 'out'))).toSorted()).toEqual(['all.ndjson', 'originals']);
    });
  });
});

describe('status', () => {
  test('counts every shelf', async () => {
    await withContent(async (folder, env) => {
      const later = Date.now() + 3_600_000;
      const items = [
        news,
        { ...news, contentId: 'n2', status: 'draft' },
        { ...news, contentId: 'n3', reservedAt: later },
        { ...news, contentId: 'n4', closingAt: 1 },
        { kind: 'instance', app: 'banner', ...place, instanceId: 'top' },
      ];
      await Bun.write(join(folder, 'in/news.ndjson'), linesOf(...items));
      const files = [join(folder, 'in/content.ndjson'), join(folder, 'in/news.ndjson')];
      expect((await outcomeHere(['import', ...files], env)).code).toBe(0);
      const status = JSON.parse((await outcomeHere(['status', '--json'], env)).stdout);
      expect(Object.keys(status)).toEqual(['version', 'engine', 'schema', 'revision', 'shelves']);
      expect(status.revision).toBeGreaterThan(0);
      expect(status.shelves).toEqual([
        { ...place, instanceId: 'press', kind: 'news', live: 1, scheduled: 1, closed: 1, draft: 1, total: 4 },
        { ...place, instanceId: 'top', kind: 'banner', live: 0, scheduled: 0, closed: 0, draft: 0, total: 0 },
        { ...place, kind: 'media', total: 1 },
        { ...place, kind: 'category', total: 1 },
        { ...place, kind: 'tag', total: 0 },
      ]);
      const { stdout } = await runNewsstand(['status'], { env });
      expect(stdout).toMatch(
        /^version {3}\S+\nstore {5}SQLite, schema \d+\nrevision {2}\d+\n\nPROJECT +SPACE +INSTANCE +KIND +LIVE/,
      );
      expect(stdout).toMatch(/^acme +web +press +news +1 +1 +1 +1 +4$/m);
    });
  });

  test('of nothing', async () => {
    await withContent(async (_folder, env) => {
      await createStore(env.NEWSSTAND_DATA);
      const { code, stdout, stderr } = await outcomeHere(['status'], env);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^version {3}\S+\nstore {5}SQLite, schema \d+\nrevision {2}0\n$/);
      expect(stderr).toContain('newsstand import');
    });
  });
});
