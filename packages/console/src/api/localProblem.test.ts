import { describe, expect, test } from 'bun:test';
import { faultAt, rules } from '@newsstand/contract';
import { manageErrors, manageProblem } from '@newsstand/contract/manage';
import { isLanguage, languageNames, loadWords } from '../words/languages.ts';
import { localProblem, ruleText } from './localProblem.ts';

await Promise.all(languageNames.map(loadWords));

const placeholders = (text: string) => new Set(text.match(/\{\w+\}/g) ?? []);

describe.each(languageNames)('in %s', (language) => {
  test('there are words for every problem and every rule, with no values but those of the rule', async () => {
    const words = await loadWords(language);
    expect(Object.keys(words.problems).sort()).toEqual(Object.keys(manageErrors).sort());
    expect(Object.keys(words.rules).sort()).toEqual(Object.keys(rules).sort());
    for (const { title, text } of Object.values(words.problems)) expect([title, text]).not.toContain('');
    for (const [rule, message] of Object.entries(rules)) {
      const sentence = Object.entries(words.rules).find(([name]) => name === rule)?.[1] ?? '';
      expect(sentence).not.toBe('');
      expect([...placeholders(message)]).toEqual(expect.arrayContaining([...placeholders(sentence)]));
    }
  });
});

test('no Japanese sentence is English', async () => {
  expect(isLanguage('ja')).toBe(true);
  const { problems, rules: sentences } = await loadWords('ja');
  const texts = [
    ...Object.values(problems).flatMap(({ title, text }) => [title, text]),
    ...Object.values(sentences),
  ];
  for (const text of texts) expect(text).toMatch(/[ぁ-んァ-ヶ一-龠]/);
});

test('a problem is told in the words of the language', () => {
  const faults = [
    faultAt('values.title', 'at_most', { most: 255 }),
    faultAt('category', 'dangling', { kind: 'category', id: 'c1' }),
  ];
  const problem = manageProblem('invalid_body', 'see errors for what to change', 'r1', { errors: faults });
  const said = localProblem(problem, 'ja');
  expect(said.detail).toBe('内容を修正して、もう一度お試しください。');
  expect(said.errors?.map(({ message }) => message)).toEqual([
    '255以下にしてください。',
    'このカテゴリーはもうありません（c1）。別のものを選んでください。',
  ]);
  expect(localProblem(problem, 'en').errors?.[0]?.message).toBe('Must be at most 255.');
});

test('a rule of a newer service keeps its message, and only its values are inserted', () => {
  const newer = manageProblem('conflict', 'because', 'r1', {
    errors: [{ path: '', message: 'is new', rule: 'toString' }],
  });
  expect(localProblem(newer, 'ja').errors?.[0]?.message).toBe('is new');
  expect(localProblem(newer, 'en').detail).toBe('because');
  expect(ruleText({ rule: 'at_most', values: { most: '{least}' } }, 'en')).toBe('Must be at most {least}.');
});
