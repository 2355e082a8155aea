import { describe, expect, test } from 'bun:test';
import { clearWork, readWork, storeWork } from './unsavedWork.ts';

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

const work = { at: 5, base: { item: { name: 'a' }, etag: '"1"' }, document: { name: 'b' } };

describe('unsaved work', () => {
  test('is restored together with its base version', () => {
    const storage = openStorage(1000);
    storeWork('x', work, storage);
    expect(readWork('x', storage)).toEqual(work);
    expect(readWork('y', storage)).toBeUndefined();
    clearWork('x', storage);
    expect(readWork('x', storage)).toBeUndefined();
  });

  test('is lost without an error if the storage is full', () => {
    const storage = openStorage(3);
    storeWork('x', work, storage);
    expect(readWork('x', storage)).toBeUndefined();
  });

  test.each(['', '{', 'null', '[]', '{"at":1}', '{"at":"x","document":{}}'])(
    'is not read out of %j',
    (text) => {
      const storage = openStorage(1000);
      storage.setItem('newsstand-work:x', text);
      expect(readWork('x', storage)).toBeUndefined();
    },
  );
});
