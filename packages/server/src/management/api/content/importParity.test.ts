import { expect, test } from 'bun:test';
import { isObject, type Kind, kindNames, samples } from '@newsstand/contract';
import fc from 'fast-check';
import { isFull, runs } from '../../../../../../tests/testing/runs.ts';
import { refusal } from '../../../transfer/testing/importing.ts';
import { type Newsroom, withNewsroom } from '../testing/withNewsroom.ts';

const paths: Readonly<Record<Kind, string>> = {
  news: '/news/instances/press/news/n1',
  banner: '/banner/instances/top/banners/b1',
  media: '/collection/medias/m1',
  category: '/collection/categories/c1',
  tag: '/collection/tags/t1',
};
const instances: Readonly<Partial<Record<Kind, string>>> = { news: 'press', banner: 'top' };

/** What the path says, and what only one of both ways takes. */
const named = ['contentId', 'mediaId', 'categoryId', 'tagId', 'projectId', 'spaceId'];

/** A change somewhere in a sample: which of its places, and what comes there; undefined takes it away. */
type Mutation = { readonly place: number; readonly value: unknown; readonly isBeside: boolean };

const values = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    '',
    'a/b',
    0,
    -1,
    1.5,
    true,
    'true',
    [],
    {},
    [{}],
    'draft',
    'nothing',
  ),
  fc.constantFrom<unknown>(
    1e300,
    1790000000000,
    'https://example.com/a b',
    'x'.repeat(300),
    'x'.repeat(1001),
    '\u0000',
    't1',
    'launch',
  ),
  fc.jsonValue({ maxDepth: 3 }),
);
const mutation: fc.Arbitrary<Mutation> = fc.record({
  ...{ place: fc.nat(), value: values, isBeside: fc.boolean() },
});

type Place = { readonly holder: object; readonly name: string };

/** Every place of a value at which there is something, but those at the top that name it. */
function placesOf(holder: object, isTop = true): Place[] {
  return Object.entries(holder).flatMap(([name, value]) => [
    ...(isTop && named.includes(name) ? [] : [{ holder, name }]),
    ...(typeof value === 'object' && value !== null ? placesOf(value, false) : []),
  ]);
}

function mutate(sample: object, mutations: readonly Mutation[]): object {
  const copy: object = JSON.parse(JSON.stringify(sample));
  for (const { place, value, isBeside } of mutations) {
    const places = placesOf(copy);
    const chosen = places[place % Math.max(places.length, 1)];
    if (chosen === undefined) continue;
    const { holder, name } = chosen;
    if (value === undefined) Reflect.deleteProperty(holder, name);
    else Reflect.set(holder, isBeside && isObject(holder) ? `${name}s` : name, structuredClone(value));
  }
  return copy;
}

/** What an import says of a line; nothing where it takes it. */
async function importFaults(room: Newsroom, text: string): Promise<readonly string[]> {
  const error = await room.import(text).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) return [];
  const { faults } = await refusal(Promise.reject(error));
  return faults.map(({ message }) => message.replace(/^the line:/, ':'));
}

/** The line of a resource, with its text made worse where numbers are to be too large. */
function lineOf(kind: Kind, resource: object, isLarge: boolean): string {
  const text = JSON.stringify({ ...resource, kind, instanceId: instances[kind] });
  return isLarge ? text.replace(/:\d{5,}/, ':12345678901234567890') : text;
}

/** What an import only warns of. */
const onlyWarned = /^closingAt: must be after|^status: is draft, but/;

test('PUT accepts and refuses what an import does, with the same messages', () =>
  withNewsroom(async (room) => {
    const seen = { taken: 0, refused: 0 };
    const property = fc.asyncProperty(
      fc.constantFrom(...kindNames),
      fc.array(mutation, { maxLength: 3 }),
      fc.integer({ min: 0, max: 19 }),
      async (kind, mutations, luck) => {
        room.api.clock += 1000;
        const text = lineOf(kind, mutate(samples[kind], mutations), luck === 0);
        const put = await room.ken('PUT', paths[kind], { ifMatch: '*', body: text });
        const told = put.faults
          .filter((fault) => !onlyWarned.test(fault))
          .map((fault) => fault.replace(/^: can't/, "can't"));
        if (put.status === 400 && told.length === 0) {
          expect(await room.import(text)).toMatchObject({ warningCount: put.faults.length });
          await room.import(lineOf(kind, samples[kind], false));
          return;
        }
        // What was put is there already, to the letter: an import finds nothing to do.
        const report = put.status === 200 ? await room.import(text) : await importFaults(room, text);
        if (put.status === 200) expect(report).toMatchObject({ unchanged: 1, updated: 0, created: 0 });
        else expect([put.status === 400 || put.status === 409, report]).toEqual([true, told]);
        seen[put.status === 200 ? 'taken' : 'refused']++;
      },
    );
    await fc.assert(property, { numRuns: runs(300) });
    if (isFull) expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(30);
  }));
