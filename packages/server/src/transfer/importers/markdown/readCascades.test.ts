import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ParseError } from '../Importer.ts';
import { readCascades } from './readCascades.ts';

let root = '';

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  const sections = {
    '_index.md': '---\ncascade:\n  type: post\n  draft: false\n---\n',
    'hidden/_index.md': '\uFEFF---\r\ncascade:\r\n  draft: true\r\n---\r\n',
    'list/_index.md':
      '+++\n[[cascade]]\nwip = true\n[[cascade]]\nlayout = "x"\n[cascade._target]\nkind = "section"\n+++\n',
    'broken/_index.md': '---\ncascade: [\n---\n',
  };
  for (const [path, text] of Object.entries(sections)) await Bun.write(join(root, path), text);
});

afterAll(() => rmSync(root, { recursive: true }));

test('cascades apply to everything below them; the nearest one wins', async () => {
  const inherited = await readCascades(root, ['a.md', 'hidden/deep/b.md', 'list/c.md']);
  expect(inherited('a.md')).toEqual({ type: 'post', draft: false });
  expect(inherited('hidden/deep/b.md')).toEqual({ type: 'post', draft: true });
  expect(inherited('list/c.md')).toEqual({ type: 'post', draft: false, wip: true });
});

test('cascades above the root apply, too', async () => {
  const inherited = await readCascades(join(root, 'hidden/deep'), ['b.md'], [root, join(root, 'hidden')]);
  expect(inherited('b.md')).toEqual({ type: 'post', draft: true });
});

test('a section that cannot be read is an error, because it may hide articles', async () => {
  expect(readCascades(root, ['broken/a.md'])).rejects.toThrow(ParseError);
});
