import { describe, expect, test } from 'bun:test';
import { forgetWork, keepWork, readWork } from './keptWork.ts';

/** As the browser's, with room for so many characters. */
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
  test('is there again, with what it began from', () => {
    const storage = openStorage(1000);
    keepWork('x', work, storage);
    expect(readWork('x', storage)).toEqual(work);
    expect(readWork('y', storage)).toBeUndefined();
    forgetWork('x', storage);
    expect(readWork('x', storage)).toBeUndefined();
  });

  test('is not kept where there is no room, and nothing breaks', () => {
    const storage = openStorage(3);
    keepWork('x', work, storage);
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
