import type { Words } from './en/index.ts';
import * as folders from './folders.ts';

/** A language of the console: the name of a folder next to this file. */
export type Language = keyof typeof folders;

const loaders: Readonly<Record<Language, () => Promise<{ readonly default: Words }>>> = folders;

/** Whether a code is that of a language of the console. */
export function isLanguage(name: string): name is Language {
  return Object.hasOwn(loaders, name);
}

/** The languages in the order in which they are offered. */
export const languageNames = Object.keys(loaders).filter(isLanguage);

/** What a language calls itself. */
export function nameOfLanguage(language: Language): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
}

const loaded = new Map<Language, Words>();

/** Loads the texts of a language. Nobody waits for those of the others. */
export async function loadWords(language: Language): Promise<Words> {
  const { default: words } = await loaders[language]();
  loaded.set(language, words);
  return words;
}

/** The texts of a language that has been loaded. */
export function wordsOf(language: Language): Words {
  const words = loaded.get(language);
  if (words === undefined) throw new Error(`the texts of ${language} have not been loaded`);
  return words;
}
