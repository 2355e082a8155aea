import { expect, test } from 'bun:test';
import { seededRandom } from '../content.ts';
import { type Book, confirm, doubt, emptyBook, type Item, keyOf, type Write } from './book.ts';
import { basePicture } from './items.ts';
import { isOwn, planImport, planRequest } from './plans.ts';

/** IDs that items refer to, and that must exist. */
function missing(book: Book): readonly string[] {
  const items = [...book.items.values()].filter((item) => item !== null);
  const ids = new Set([basePicture, ...items.map(({ id }) => id)]);
  const used = items.flatMap(({ picture, category, tags = [] }) => [picture, category, ...tags]);
  return used.filter((id) => id !== undefined).filter((id) => !ids.has(id));
}

const owners = ['w0', 'w1'] as const;

/** Lets two owners write for a while; `isConfirmed` decides the outcome of each write. */
function play(
  seed: number,
  steps: number,
  isConfirmed: () => boolean,
  look: (book: Book, write: Write) => void,
) {
  const random = seededRandom(seed);
  let book = emptyBook;
  for (let step = 0; step < steps; step++) {
    const name = owners[step % 2] ?? 'w0';
    const owner = { name, book, random, stamp: `${name}.${step}` };
    const { write } = random() < 0.2 ? planImport(owner, 5) : planRequest(owner);
    look(book, write);
    const made: Item | undefined = write.created && { ...write.created, id: `made${step}` };
    const known: Write = made === undefined ? write : { ...write, changes: [[keyOf(made), made]] };
    book = isConfirmed() ? confirm(book, known) : doubt(book, write);
  }
  return book;
}

test('every plan is possible: nothing refers to something that does not exist', () => {
  for (const seed of [1, 2]) {
    const book = play(
      seed,
      300,
      () => true,
      (before, write) => {
        for (const [key, item] of write.changes) {
          // Only existing things are deleted.
          if (item === null) expect(before.items.get(key) ?? null).not.toBeNull();
        }
        expect(missing(confirm(before, write))).toEqual([]);
      },
    );
    const there = [...book.items.values()].filter((item) => item !== null);
    expect(there.length).toBeWithin(30, 150);
    expect(new Set(there.map(({ kind }) => kind)).size).toBe(5);
  }
});

test('nobody touches the things of another owner, or of an unconfirmed write', () => {
  const random = seededRandom(9);
  play(
    4,
    300,
    () => random() < 0.9,
    (before, { changes }) => {
      const open = new Set(before.unclear.flatMap((write) => write.changes.map(([key]) => key)));
      for (const [key, item] of changes) {
        expect(open.has(key)).toBe(false);
        const old = before.items.get(key) ?? item;
        if (old !== null && item !== null)
          expect(owners.filter((name) => isOwn(old, name) && isOwn(item, name))).toHaveLength(1);
      }
    },
  );
});

test('the same random numbers give the same plans', () => {
  const names = () => {
    const all: string[] = [];
    play(
      7,
      100,
      () => true,
      (_, { what }) => void all.push(what),
    );
    return all;
  };
  expect(names()).toEqual(names());
});
