import { expect, test } from 'bun:test';
import { threadTime } from '../../../../tests/testing/threadTime.ts';
import { openRendering } from '../catalogue/items/openRendering.ts';
import { renderItem } from '../catalogue/items/renderItem.ts';
import { openTaskThread } from '../concurrency/openTaskThread.ts';
import type { TextTasks } from '../concurrency/testing/textTasks.ts';
import { documentTasks } from '../management/api/content/documentTasks.ts';
import { openDocuments } from '../management/api/content/openDocuments.ts';
import { bodies } from '../management/api/testing/withNewsroom.ts';

/* Work in other threads leaves this one little to do. Compares processor time, so only by large factors. */

const key = { kind: 'news', projectId: 'p', spaceId: 's', instanceId: 'i', id: 'x' } as const;

test('rendering a large item', async () => {
  const addresses = { url: 'http://media.test', key: 'k'.repeat(16) };
  const rendering = openRendering(addresses);
  const values = { title: 'T', body: { text: 'word 日本 <b>bold</b> '.repeat(200_000) } };
  const record = { ...key, links: [], document: JSON.stringify({ name: 'N', status: 'draft', values }) };
  await rendering.render(record);
  const here = await threadTime(() => renderItem(record, addresses));
  const there = await threadTime(() => rendering.render(record));
  await rendering.close();
  expect(there.milliseconds).toBeLessThan(here.milliseconds / 2);
});

test('sending and receiving a long text', async () => {
  const thread = openTaskThread<TextTasks>(new URL('../concurrency/testing/textTasks.ts', import.meta.url));
  const text = () => Buffer.alloc(30_000_000, 'hello world ').toString();
  await thread.call('mirror', { inside: { text: text() } });
  const given = { inside: { text: text() } };
  const here = await threadTime(() => structuredClone({ ...given, list: [1] }));
  const there = await threadTime(() => thread.call('mirror', given));
  await thread.close();
  expect(there.milliseconds).toBeLessThan(here.milliseconds);
});

test('editing a large document', async () => {
  const documents = openDocuments();
  const blocks = Array.from({ length: 20_000 }, (_, index) => ({
    type: 'paragraph',
    text: `Paragraph ${index}`,
  }));
  const values = { title: 'T', body: { blocks }, thumbnail: { mediaId: 'm1' } };
  const text = JSON.stringify({ ...bodies.news, values });
  const editing = { key, old: undefined, edit: { type: 'put', text, ingested: undefined }, now: 1 } as const;
  await documents.edit(editing);
  const here = await threadTime(() => documentTasks.edit(editing));
  const there = await threadTime(() => documents.edit(editing));
  expect(there.milliseconds).toBeLessThan(here.milliseconds / 2);
});
