import { expect, test } from 'bun:test';
import { ApiProblem } from '../ApiProblem.ts';
import { bodies } from '../testing/withNewsroom.ts';
import { documentTasks } from './documentTasks.ts';
import { openDocuments } from './openDocuments.ts';

const documents = openDocuments();
const key = { kind: 'news', projectId: 'acme', spaceId: 'web', instanceId: 'press', id: 'n1' } as const;
const blocks = Array.from({ length: 20_000 }, (_, index) => ({
  type: 'paragraph',
  text: `Paragraph ${index}`,
}));
const values = { title: 'T', body: { blocks }, thumbnail: { mediaId: 'm1' } };
const text = JSON.stringify({ ...bodies.news, values });
const edit = { type: 'put', text, ingested: undefined } as const;
const editing = { key, old: undefined, edit, now: 1 };
const showing = { addresses: { url: 'https://media.test', key: 'k'.repeat(16) }, now: 1 };

test('large documents are processed in another thread, with the same outcome', async () => {
  // It is started before.
  await documents.name({ kind: 'tag', document: JSON.stringify({ name: 'x'.repeat(100_000) }) });
  const bytes = () => new TextEncoder().encode(text);
  const { record } = documentTasks.edit(editing);
  if (record === undefined) throw new Error('nothing was made');
  const shown = { record, edition: { version: 1 }, showing };
  const here = [
    documentTasks.read({ bytes: bytes(), kind: 'news' }),
    documentTasks.edit(editing),
    documentTasks.show(shown),
    documentTasks.json(record),
    documentTasks.etag(record),
    documentTasks.name(record),
  ];
  const there = [
    await documents.read({ bytes: bytes(), kind: 'news' }),
    await documents.edit(editing),
    await documents.show(shown),
    await documents.json(record),
    await documents.etag(record),
    await documents.name(record),
  ];
  expect(Bun.deepEquals(there, here)).toBe(true);
});

test('a refusal is the same refusal, from wherever it comes', async () => {
  const wrong = { ...editing, edit: { ...edit, text: JSON.stringify({ ...bodies.news, name: 1, values }) } };
  const refusal = await documents.edit(wrong).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ApiProblem);
  expect(refusal).toMatchObject({ code: 'invalid_body', more: { errors: [{ path: 'name' }] } });
});
