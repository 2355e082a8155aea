import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { inTemporaryFolder } from '../../../../tests/newsstandProcess.ts';
import { runHere } from '../../../../tests/runHere.ts';
import { Failure } from './Failure.ts';

const space = { projectId: 'acme', spaceId: 'web' };

function news(contentId: string, body: object, more: object): object {
  const values = { title: contentId, body, thumbnail: { mediaId: 'm' } };
  return { kind: 'news', ...space, instanceId: 'press', contentId, name: 'n', values, ...more };
}

const content = [
  { kind: 'media', ...space, mediaId: 'm', name: 'm', type: 'image' },
  { kind: 'category', ...space, categoryId: 'c1', name: 'Products', alias: 'products' },
  { kind: 'tag', ...space, tagId: 't1', name: 'Launch' },
  news('a', { lead: 'x', blocks: [{ type: 'divider' }] }, { status: 'published' }),
  news('b', { lead: 'y', rating: 5 }, { status: 'published' }),
  news('c', { secret: true }, { status: 'draft' }),
  news('d', { later: true }, { status: 'published', openingAt: Date.UTC(2999, 0) }),
];

test('types are made of what is live, and compile', async () => {
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: join(folder, 'data') };
    const file = join(folder, 'content.ndjson');
    await Bun.write(file, content.map((line) => JSON.stringify(line)).join('\n'));
    await runHere(['import', file], env);
    const { stdout } = await runHere(['types', '--project', 'acme', '--space', 'web'], env);
    expect(stdout).toContain(
      'export interface PressBody {\n  lead: string;\n  blocks?: Block[];\n  rating?: number;\n}\n',
    );
    expect(stdout).toContain('export type CategoryName =\n  | "products";');
    expect(stdout).toContain('export type TagName =\n  | "t1";');
    expect(stdout).not.toMatch(/secret|later/);
    expect(new Bun.Transpiler({ loader: 'ts' }).scanImports(stdout)).toEqual([]);
    const { error } = await runHere(['types', '--project', 'acme', '--space', 'wbe'], env);
    expect(error).toEqual(new Failure('there is no acme/wbe; newsstand status shows what there is'));
  });
});
