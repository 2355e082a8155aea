import { type Language, wordsOf } from './languages.ts';

/** Puts sentences one after the other, with spaces between them only in languages that have spaces. */
export function joinSentences(sentences: readonly string[], language: Language): string {
  return sentences.join(wordsOf(language).conventions.hasSpaces ? ' ' : '');
}
