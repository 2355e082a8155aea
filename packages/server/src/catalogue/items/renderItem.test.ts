import { expect, test } from 'bun:test';
import { decodeText } from '../snapshot/fingerprintOf.ts';
import { renderItem } from './renderItem.ts';

const key = { projectId: 'acme', spaceId: 'web', id: 'x', links: [] };
const addresses = { url: 'http://media.test', key: 'k' };

test('what holds half a surrogate pair, kept by an older version, is delivered as valid Unicode', () => {
  const values = { title: 'cut \ud83d', body: { '\ude00': ['\ud800'] }, thumbnail: { mediaId: 'm1' } };
  const news = { name: '\udfff', status: 'published', values, createdAt: 1, updatedAt: 1 };
  const { item, json, text } = renderItem(
    { ...key, kind: 'news', instanceId: 'press', document: JSON.stringify(news) },
    addresses,
  );
  expect(json.toString()).toContain('"title":"cut \u{FFFD}","body":{"\u{FFFD}":["\u{FFFD}"]}');
  expect(json.toString()).not.toMatch(/\\ud/);
  expect(item.name).toBe('\u{FFFD}');
  expect(decodeText(text).isWellFormed()).toBe(true);
  const tag = renderItem({ ...key, kind: 'tag', document: '{"tagId":"x","name":"\\ud800"}' }, addresses);
  expect([tag.json, tag.short].map((bytes) => bytes?.toString())).toEqual([
    '{"tagId":"x","name":"\u{FFFD}"}',
    '{"tagId":"x","name":"\u{FFFD}"}',
  ]);
});
