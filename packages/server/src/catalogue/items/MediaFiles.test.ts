import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { filesKey, filesKeyOfSpace, MediaFiles } from './MediaFiles.ts';

const record = (id: string, spaceId = 's') => ({ kind: 'media', projectId: 'p', spaceId, id }) as const;

test('a file has a name as long as some record names it, and the key is of one that does', () => {
  const step = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    // A record may name a file twice.
    files: fc.array(fc.constantFrom('1', '2', '3', '4'), { maxLength: 3 }),
    isAdded: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const files = new MediaFiles();
      const plain = new Map<string, readonly string[]>();
      let released = 0;
      for (const { id, files: named, isAdded } of steps) {
        const before = new Set([...plain.values()].flat());
        plain.set(id, isAdded ? [...(plain.get(id) ?? []), ...named] : named);
        released += before.difference(new Set([...plain.values()].flat())).size;
        if (isAdded) files.add(filesKey(record(id)), named);
        else files.set(filesKey(record(id)), named);
        for (const file of ['1', '2', '3', '4']) {
          const owners = [...plain].filter(([, list]) => list.includes(file)).map(([owner]) => owner);
          const key = files.keyOf(file);
          if (owners.length === 0) expect(key).toBeUndefined();
          else expect(owners.map((owner) => filesKey(record(owner)))).toContain(key ?? '');
        }
      }
      expect(files.released).toBeGreaterThanOrEqual(released);
    }),
  );
});

test('each record and each space has a key of its own, which tells neither', () => {
  const keys = [filesKey(record('a')), filesKey(record('b')), filesKey(record('a', 't'))];
  expect(new Set(keys).size).toBe(3);
  expect(keys[0]).toStartWith(`${filesKeyOfSpace(record('b'))}/`);
  expect(keys[2]).not.toStartWith(filesKeyOfSpace(record('b')));
});
