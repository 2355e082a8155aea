import { en, type Words } from './en/index.ts';
import { ja } from './ja/index.ts';

/** Every language of the console: a folder beside this file, and its name here. */
export const languages = { en, ja } as const satisfies Readonly<Record<string, Words>>;

/** A language of the console. */
export type Language = keyof typeof languages;

/** Whether a name is that of a language of the console. */
export function isLanguage(name: string): name is Language {
  return Object.hasOwn(languages, name);
}

/** The languages in the order in which they are offered. */
export const languageNames = Object.keys(languages).filter(isLanguage);
