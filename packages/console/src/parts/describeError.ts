import type { BodyFault } from '@newsstand/contract/manage';
import { ApiError } from '../api/request.ts';
import { useLanguage } from '../words/LanguageProvider.tsx';
import { type Language, wordsOf } from '../words/languages.ts';

/** The description of an error. */
type ErrorText = {
  readonly title: string;
  /** What the service says about it. */
  readonly message: string;
  /** What it says about single members. */
  readonly faults: readonly BodyFault[];
};

/** Describes an error in a language. */
export function describeError(error: unknown, language: Language): ErrorText {
  const { failure, problems } = wordsOf(language);
  const { title, silent } = failure;
  if (!(error instanceof ApiError))
    return { title, message: error instanceof Error ? error.message : `${error}`, faults: [] };
  const { status, code, errors = [] } = error.problem;
  if (status === undefined) return { title, message: silent, faults: [] };
  const translated = code === undefined ? undefined : problems[code];
  // A single fault is already in the message.
  const faults = errors.filter(
    ({ path, message }) => ![message, `${path}: ${message}`].includes(error.message),
  );
  return { title: translated?.title ?? error.problem.title ?? title, message: error.message, faults };
}

/** The label of the field at a path, or else the path. */
export function fieldName(path: string, language: Language): string {
  const { members, fieldNames } = wordsOf(language);
  return Object.entries({ ...fieldNames, ...members }).find(([name]) => name === path)?.[1] ?? path;
}

/** Describes errors in the current language. */
export function useErrorText(): (error: unknown) => ErrorText {
  const { language } = useLanguage();
  return (error) => describeError(error, language);
}
