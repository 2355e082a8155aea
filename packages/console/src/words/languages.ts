import type { Words } from './en/index.ts';
import * as folders from './folders.ts';

/** The texts of every language of the console: one folder each, next to this file. */
export const languages = folders satisfies Readonly<Record<string, Words>>;

/** A language of the console. */
export type Language = keyof typeof languages;

/** Whether a code is that of a language of the console. */
export function isLanguage(name: string): name is Language {
  return Object.hasOwn(languages, name);
}

/** The languages in the order in which they are offered. */
export const languageNames = Object.keys(languages).filter(isLanguage);
