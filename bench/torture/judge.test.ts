import { expect, test } from 'bun:test';
import { type Book, confirm, doubt, emptyBook, type Item, keyOf, type Write } from './book.ts';
import { judge, judgeLedger, type Seen } from './judge.ts';

const tag = (id: string, name: string): Item => ({ kind: 'tag', id, name });
const write = (what: string, ...items: readonly Item[]): Write => ({
  what,
  changes: items.map((item) => [keyOf(item), item]),
});
const remove = (what: string, ...ids: readonly string[]): Write => ({
  what,
  changes: ids.map((id) => [`tag/${id}`, null]),
});
const seeing = (...items: readonly Item[]): Seen => new Map(items.map((item) => [keyOf(item), item]));
const told = (book: Book, seen: Seen) => judge(book, seen).faults.map(({ type, text }) => `${type}: ${text}`);

const [one, two] = [tag('1', 'one'), tag('2', 'two')];
const both = confirm(emptyBook, write('both', one, two));

test('everything confirmed is there, and nothing else', () => {
  expect(told(both, seeing(one, two))).toEqual([]);
  expect(told(both, seeing(one))).toEqual(['lost: tag/2 is gone, not {"name":"two"}']);
  expect(told(both, seeing(one, tag('2', 'older')))).toEqual([
    'lost: tag/2 is {"name":"older"}, not {"name":"two"}',
  ]);
  expect(told(both, seeing(one, two, tag('3', 'three')))).toEqual([
    'half: nobody wrote tag/3: {"name":"three"}',
  ]);
});

test('every member counts', () => {
  const whole: Item = {
    ...{ kind: 'news', id: 'n', name: 'whole', alias: 'a', status: 'draft', text: 'text', picture: 'm' },
    ...{ category: 'c', tags: ['t'] },
  };
  const media: Item = { kind: 'media', id: 'm', name: 'file', file: 'hash' };
  const book = confirm(emptyBook, write('all', whole, media));
  expect(told(book, seeing(whole, media))).toEqual([]);
  const others: readonly Item[] = [
    { ...whole, name: 'other' },
    { ...whole, alias: 'b' },
    { ...whole, status: 'published' },
    { ...whole, text: 'tex' },
    { ...whole, picture: 'n' },
    { ...whole, category: 'd' },
    { ...whole, tags: [] },
  ];
  for (const other of others) expect(told(book, seeing(other, media))).toHaveLength(1);
  expect(told(book, seeing(whole, { ...media, file: 'other' }))).toHaveLength(1);
});

test('a confirmed deletion is permanent', () => {
  const book = confirm(both, remove('delete', '2'));
  expect(told(book, seeing(one))).toEqual([]);
  expect(told(book, seeing(one, two))).toEqual(['lost: tag/2 is {"name":"two"}, not gone']);
});

test('an unconfirmed write is there completely or not at all', () => {
  const [newOne, newTwo, three] = [tag('1', 'new one'), tag('2', 'new two'), tag('3', 'three')];
  const book = doubt(both, write('an import', newOne, newTwo, three));
  expect(told(book, seeing(one, two))).toEqual([]);
  const found = judge(book, seeing(newOne, newTwo, three));
  expect([found.faults, found.found]).toEqual([[], 1]);
  for (const part of [seeing(newOne, two), seeing(one, two, three), seeing(newOne, newTwo), seeing(newOne)]) {
    expect(told(book, part)).toEqual([
      expect.stringMatching(/^half: an import is only partly there: \d of 3 changes/),
    ]);
  }
});

test('an unconfirmed deletion is done or not, as part of its write', () => {
  const book = doubt(both, remove('a batch', '1', '2'));
  expect(told(book, seeing(one, two))).toEqual([]);
  expect(told(book, seeing())).toEqual([]);
  expect(told(book, seeing(one))).toHaveLength(1);
});

test('after a check, an unconfirmed write neither appears nor disappears', () => {
  const book = doubt(both, write('a write', tag('3', 'three')));
  const absent = judge(book, seeing(one, two)).book;
  expect(told(absent, seeing(one, two, tag('3', 'three')))).toHaveLength(1);
  const present = judge(book, seeing(one, two, tag('3', 'three'))).book;
  expect(told(present, seeing(one, two))).toEqual(['lost: tag/3 is gone, not {"name":"three"}']);
});

test('a created item with an unknown ID is recognised by its name', () => {
  const created = { what: 'a creation', changes: [], created: { ...tag('', 'made'), text: 'all' } };
  const book = doubt(both, created);
  expect(told(book, seeing(one, two))).toEqual([]);
  const made = { ...tag('x7', 'made'), text: 'all' };
  expect(judge(book, seeing(one, two, made))).toMatchObject({ faults: [], found: 1 });
  expect(told(book, seeing(one, two, { ...made, text: 'a' }))).toHaveLength(1);
  expect(told(book, seeing(one, two, made, { ...made, id: 'x8' }))).toHaveLength(1);
});

test('a fault is reported once', () => {
  const { faults, book } = judge(both, seeing(one));
  expect(faults).toHaveLength(1);
  expect(judge(book, seeing(one)).faults).toEqual([]);
  expect(told(book, seeing(one, two))).toHaveLength(1);
});

test('no append to a ledger is lost, duplicated, reordered or invented', () => {
  const ledger = { confirmed: ['a.1', 'b.1', 'a.3'], unclear: ['a.2'] };
  const faults = (...entries: readonly string[]) => judgeLedger(ledger, entries).map(({ text }) => text);
  expect(faults('a.1', 'b.1', 'a.3')).toEqual([]);
  expect(faults('b.1', 'a.1', 'a.2', 'a.3')).toEqual([]);
  expect(faults('a.1', 'a.3')).toEqual(['the ledger: b.1 was confirmed but is gone']);
  expect(faults('a.1', 'b.1', 'a.3', 'a.1')).toEqual([
    'the ledger: a.1 is there more than once',
    'the ledger: a.1 comes after one that was written later',
  ]);
  expect(faults('a.1', 'b.1', 'a.3', 'c.1')).toEqual(['the ledger: c.1 was never written']);
  expect(faults('a.1', 'b.1', 'a.3', 'a.2')).toEqual([
    'the ledger: a.2 comes after one that was written later',
  ]);
});
