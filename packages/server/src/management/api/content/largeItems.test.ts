import { expect, test } from 'bun:test';
import { limits } from '@newsstand/contract';
import { versions } from '@newsstand/contract/manage';
import { z } from 'zod';
import { lines } from '../../../transfer/testing/importing.ts';
import { bodies, type Newsroom, withNewsroom } from '../testing/withNewsroom.ts';

const hello = '/news/instances/press/news/n1';
const long = 'word 日本 <b>bold</b> '.repeat(5000);
const news = (body: object, more: object = {}) => ({
  ...bodies.news,
  ...more,
  values: { ...lines.news.values, body },
});
const bodyOf = z.object({ item: z.object({ values: z.object({ body: z.unknown() }) }) });

/** What a small item is told of each thing that can be done to it, and what a large one. */
async function told({ ken, mia }: Newsroom, text: string) {
  const put = await ken('PUT', hello, { ifMatch: '*', body: news({ text }) });
  const read = await ken('GET', hello);
  const stale = await mia('PUT', hello, { ifMatch: '"old"', body: news({ text: `${text}!` }) });
  const patched = await ken('PATCH', hello, { ifMatch: put.etag, body: { name: 'Patched' } });
  const hidden = await ken('POST', `${hello}/unpublish`, { ifMatch: patched.etag });
  const batch = { kind: 'news', instanceId: 'press', id: 'n1', ifMatch: hidden.etag };
  const batched = await ken('POST', '/batch', {
    body: {
      changes: [
        { ...batch, action: 'publish' },
        { ...batch, action: 'removeTag', target: 't1' },
      ],
    },
  });
  const history = versions.parse((await ken('GET', `${hello}/versions`)).body);
  const restored = await ken('POST', `${hello}/versions/2/restore`, { ifMatch: '*' });
  const merged = await ken('POST', '/collection/categories/c1/merge', { ifMatch: '*', body: { into: 'c2' } });
  const after = await ken('GET', hello);
  const uses = await ken('GET', '/collection/medias/m1/uses');
  const deleted = await ken('DELETE', hello, { ifMatch: after.etag });
  const removed = await ken('GET', '/removed');
  const answers = {
    put,
    read,
    stale,
    patched,
    hidden,
    batched,
    restored,
    merged,
    after,
    uses,
    deleted,
    removed,
  };
  const isRight = [put, read, patched, hidden, restored, after].every(({ body }) => {
    return Bun.deepEquals(bodyOf.parse(body).item.values.body, { text });
  });
  return {
    isRight,
    texts: history.list.map(({ item }) => z.object({ values: z.unknown() }).parse(item).values),
    // All that is told but the text itself, and the tags that are made from it.
    answers: Object.entries(answers).map(([name, { status, body }]) => [
      name,
      status,
      JSON.stringify(body ?? null)
        .replaceAll(JSON.stringify(text).slice(1, -1), '…')
        .replaceAll(/"etag":"[^,]*,|"requestId":"[^"]*"/g, ''),
    ]),
    current: history.current,
  };
}

test('a large item gets the same responses as a small one', async () => {
  const results: Awaited<ReturnType<typeof told>>[] = [];
  for (const text of ['short', long]) {
    await withNewsroom(async (room) => {
      await room.import({ ...lines.category, categoryId: 'c2', alias: 'c2' });
      results.push(await told(room, text));
    });
  }
  const [small, large] = results;
  expect(small?.isRight && large?.isRight).toBe(true);
  expect(large?.answers).toEqual(small?.answers);
  expect(large?.current).toBe(small?.current);
  expect(large?.texts.map((values) => JSON.stringify(values).length > 90_000)).toEqual([
    ...[true, true, true, false],
  ]);
  const statuses = small?.answers.map(([name, status]) => `${name} ${status}`);
  expect(statuses).toEqual([
    ...['put 200', 'read 200', 'stale 412', 'patched 200', 'hidden 200', 'batched 200', 'restored 200'],
    ...['merged 200', 'after 200', 'uses 200', 'deleted 204', 'removed 200'],
  ]);
});

test('faults in a large item are reported in the same words, and nothing is stored', () =>
  withNewsroom(async ({ ken, audit }) => {
    const send = async (body: unknown) => {
      const { status, faults } = await ken('PUT', hello, { ifMatch: '*', body });
      return [status, ...faults];
    };
    const numbers = Array.from({ length: limits.documentValues }, () => 1);
    expect(await send(news({ numbers }))).toEqual([
      400,
      ': has 100013 members and elements in all; at most 100000 are allowed',
    ]);
    expect(await send(`{"name":"${long}`)).toEqual([400, ': is not valid JSON']);
    expect(await send(JSON.stringify([long]))).toEqual([400, ': must be a JSON object']);
    expect(await send(news({ text: `${long}\ud83d` }))).toEqual([
      400,
      'values.body.text: is not valid Unicode: it holds \\ud83d, which is half a character',
    ]);
    expect(await send(news({ text: long }, { alais: 'x' }))).toEqual([
      400,
      "alais: is not known; did you mean 'alias'?",
    ]);
    expect(await send({ name: long, values: {} })).toEqual([
      ...[400, 'status: is missing', 'values.title: is missing'],
      'values.body: is missing; write its text before it is published or scheduled, or save it as a draft',
      'values.thumbnail: is missing; choose its picture before it is published or scheduled, or save it as a draft',
    ]);
    expect(
      (await ken('POST', '/news/instances/press/news', { body: { contentId: 'x', name: long } })).faults,
    ).toEqual(['contentId: must be omitted, since a new ID is generated; use PUT to choose one']);
    expect(await audit()).toEqual([]);
    expect((await ken('GET', hello)).body).toMatchObject({ version: 1 });
  }));

test('patches do not add up to more than can be sent at once', () =>
  withNewsroom(async ({ ken }) => {
    const numbers = Array.from({ length: limits.documentValues * 0.6 }, () => 1);
    const patch = (name: string) =>
      ken('PATCH', hello, { ifMatch: '*', body: { values: { body: { [name]: numbers } } } });
    expect((await patch('some')).status).toBe(200);
    const { status, faults } = await patch('more');
    expect([status, ...faults]).toEqual([400, expect.stringContaining('at most 100000 are allowed')]);
    expect((await patch('some')).status).toBe(200);
  }));

test('a next version may be as large as an item', () =>
  withNewsroom(async ({ ken }) => {
    const text = 'x'.repeat(2 * 1024 * 1024);
    const put = await ken('PUT', `${hello}/next`, { ifMatch: '*', body: news({ text }) });
    expect([put.status, ...put.faults]).toEqual([200]);
    const { body } = await ken('GET', hello);
    expect(z.object({ next: bodyOf }).parse(body).next.item.values.body).toEqual({ text });
  }));
