import { describe, expect, test } from 'bun:test';
import { clearWork, readCopies, storeWork } from './unsavedWork.ts';

/** Like the browser's storage, with a limit on the length of a text. */
function openStorage(room: number): Storage {
  const texts = new Map<string, string>();
  return {
    get length() {
      return texts.size;
    },
    clear: () => texts.clear(),
    key: (index) => [...texts.keys()][index] ?? null,
    getItem: (name) => texts.get(name) ?? null,
    removeItem: (name) => void texts.delete(name),
    setItem(name, text) {
      if (text.length > room) throw new DOMException('full', 'QuotaExceededError');
      texts.set(name, text);
    },
  };
}

const base = { item: { name: 'a' }, etag: '"1"' };
const work = { at: 5, base, document: { name: 'b' } };

describe('unsaved work', () => {
  test('is read together with its base version, every page’s copy, the oldest first', () => {
    const storage = openStorage(1000);
    expect(storeWork('x', 'new', work, storage)).toBe(true);
    storeWork('x', 'old', { ...work, at: 4, document: { name: 'c' } }, storage);
    storeWork('xy', 'z', work, storage);
    expect(readCopies('x', storage)).toMatchObject([
      { id: 'old', at: 4, document: { name: 'c' } },
      { id: 'new', ...work },
    ]);
    expect(readCopies('y', storage)).toEqual([]);
    clearWork('x', 'new', storage);
    expect(readCopies('x', storage).map(({ id }) => id)).toEqual(['old']);
  });

  test('is read as earlier versions kept it', () => {
    const storage = openStorage(1000);
    storage.setItem('newsstand-work:x', JSON.stringify(work));
    expect(readCopies('x', storage)).toMatchObject([{ id: '', ...work }]);
    clearWork('x', '', storage);
    expect(readCopies('x', storage)).toEqual([]);
  });

  test('is not offered where another copy contains it', () => {
    const storage = openStorage(1000);
    storeWork('x', 'one', work, storage);
    storeWork('x', 'two', { ...work, at: 6, replaces: ['one'] }, storage);
    expect(readCopies('x', storage).map(({ id }) => id)).toEqual(['two']);
    clearWork('x', 'two', storage);
    expect(readCopies('x', storage).map(({ id }) => id)).toEqual(['one']);
  });

  test('is not kept if the storage is full, which is told', () => {
    const storage = openStorage(3);
    expect(storeWork('x', 'one', work, storage)).toBe(false);
    expect(readCopies('x', storage)).toEqual([]);
  });

  test.each(['', '{', 'null', '[]', '{"at":1}', '{"at":"x","document":{}}'])(
    'is not read out of %j',
    (text) => {
      const storage = openStorage(1000);
      storage.setItem('newsstand-work:x#one', text);
      expect(readCopies('x', storage)).toEqual([]);
    },
  );
});
