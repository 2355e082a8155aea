import { expect, test } from 'bun:test';
import { languageNames, loadWords } from './languages.ts';
import { joinSentences } from './sentences.ts';

await Promise.all(languageNames.map(loadWords));

test('no spaces between Japanese sentences', () => {
  expect(joinSentences(['It is published.', 'Readers see it now.'], 'en')).toBe(
    'It is published. Readers see it now.',
  );
  expect(joinSentences(['公開しました。', '公開中です。'], 'ja')).toBe('公開しました。公開中です。');
});
