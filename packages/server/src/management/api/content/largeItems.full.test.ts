import { expect, test } from 'bun:test';
import { limits } from '@newsstand/contract';
import { z } from 'zod';
import { lines } from '../../../transfer/testing/importing.ts';
import { bodies, withNewsroom } from '../testing/withNewsroom.ts';

const hello = '/news/instances/press/news/n1';
const bodyOf = z.object({ item: z.object({ values: z.object({ body: z.unknown() }) }) });

test('patches cannot build an item larger than an import accepts', () =>
  withNewsroom(async ({ ken }) => {
    const grow = async (name: string, bytes: number) => {
      const body = { values: { body: { [name]: 'x'.repeat(bytes) } } };
      return (await ken('PATCH', hello, { ifMatch: '*', body })).status;
    };
    expect(await grow('a', 9_000_000)).toBe(200);
    expect(await grow('b', 9_000_000)).toBe(413);
    expect(await grow('b', 1000)).toBe(200);
  }));

test('items from before there were bounds are shown, and can be changed and removed', () =>
  withNewsroom(async ({ ken, api }) => {
    const numbers = Array.from({ length: limits.documentValues + 1 }, () => 1);
    await api.store.write(async (writer) => {
      const old = await writer.find({
        ...{ kind: 'news', projectId: 'acme', spaceId: 'web', instanceId: 'press', id: 'n1' },
      });
      if (old === undefined) throw new Error('the sample is not there');
      const item: { values: object } = JSON.parse(old.document);
      const kept = { ...item, values: { ...item.values, body: { numbers, half: '\ud83d' } } };
      await writer.putRecord({ ...old, document: JSON.stringify(kept) });
    });
    const read = await ken('GET', hello);
    expect(bodyOf.parse(read.body).item.values.body).toEqual({ numbers, half: '\u{FFFD}' });
    const patched = await ken('PATCH', hello, { ifMatch: read.etag, body: { name: 'Later' } });
    expect([patched.status, ...patched.faults]).toEqual([200]);
    const hidden = await ken('POST', `${hello}/unpublish`, { ifMatch: patched.etag });
    expect(hidden).toMatchObject({ status: 200, body: { state: 'draft' } });
    // What is sent as a whole has to be within the bounds.
    const again = await ken('PUT', hello, {
      ifMatch: '*',
      body: { ...bodies.news, values: { ...lines.news.values, body: { numbers } } },
    });
    expect(again.status).toBe(400);
  }));

test('a batch changes no more than fits into one transaction', () =>
  withNewsroom(async ({ ken, api }) => {
    const count = 6;
    const document = JSON.stringify({
      ...lines.tag,
      kind: undefined,
      name: 'x'.repeat(limits.batchCharacters / 5),
    });
    await api.store.write(async (writer) => {
      for (let index = 0; index < count; index++)
        await writer.putRecord({
          ...{ kind: 'tag', projectId: 'acme', spaceId: 'web', id: `big${index}`, document, links: [] },
        });
    });
    const batch = (many: number) =>
      ken('POST', '/batch', {
        body: {
          changes: Array.from({ length: many }, (_, index) => ({
            ...{ kind: 'tag', id: `big${index}`, action: 'delete' },
          })),
        },
      });
    expect(await batch(count)).toMatchObject({ status: 413, body: { code: 'too_large' } });
    expect(await batch(2)).toMatchObject({ status: 200, body: { changed: 2 } });
  }));
