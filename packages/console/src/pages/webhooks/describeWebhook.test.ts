import { expect, test } from 'bun:test';
import { languageNames, loadWords } from '../../words/languages.ts';
import { formatDuration, offReason, prettyJson, subjectOf, urlFault } from './describeWebhook.ts';

await Promise.all(languageNames.map(loadWords));

test('a URL has to be complete and without a password', () => {
  for (const url of ['https://a.test/hook?token=1', 'http://127.0.0.1:3000', 'HTTPS://a.test'])
    expect(urlFault(url)).toBeUndefined();
  for (const url of ['', 'a.test', 'ftp://a.test', 'https://', 'https://a.test/a b', 'https:a.test'])
    expect(urlFault(url)).toBe('urlWrong');
  for (const url of ['https://ann@a.test', 'https://ann:pw@a.test'])
    expect(urlFault(url)).toBe('urlPassword');
});

test('known reasons are translated; others are shown as they are', () => {
  expect(offReason('an operator has switched it off', 'ja')).toBe('オペレーターが停止しました。');
  expect(offReason('a call has failed for 24 hours; the last time: status 500', 'en')).toBe(
    'Calls failed for 24 hours.',
  );
  expect(offReason('the moon is full', 'ja')).toBe('the moon is full');
});

test('the subject of a call is what its body names', () => {
  const data = { projectId: 'acme', spaceId: 'web', kind: 'news', instanceId: 'press', id: 'n1', at: 1 };
  expect(subjectOf(JSON.stringify({ type: 'opened', data }))).toBe('acme / web / press / n1');
  expect(subjectOf(JSON.stringify({ type: 'test', data: { projectId: 'acme' } }))).toBe('acme');
  for (const body of ['', 'null', '[]', '{"data":null}', '{"data":{"id":5}}'])
    expect(subjectOf(body)).toBeUndefined();
});

test('durations and bodies are readable', () => {
  expect(formatDuration(12, 'en')).toBe('12 ms');
  expect(formatDuration(15_020, 'ja')).toBe('15.0秒');
  expect(prettyJson('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(prettyJson('busy')).toBe('busy');
});
