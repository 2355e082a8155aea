import type { BodyFault } from '@newsstand/contract/manage';
import { ApiError } from '../api/request.ts';
import { useLanguage } from '../words/LanguageProvider.tsx';
import { type Language, languages } from '../words/languages.ts';

/** What is told of something that went wrong. */
type ErrorText = {
  readonly title: string;
  /** What the service says of it, in its own words. */
  readonly message: string;
  /** What it says of single members. */
  readonly faults: readonly BodyFault[];
};

/** What went wrong, in a language. */
export function describeError(error: unknown, language: Language): ErrorText {
  const { failure, problems } = languages[language];
  const { title, silent } = failure;
  if (!(error instanceof ApiError))
    return { title, message: error instanceof Error ? error.message : `${error}`, faults: [] };
  const { status, code, errors = [] } = error.problem;
  if (status === undefined) return { title, message: silent, faults: [] };
  const translated = code === undefined ? undefined : problems[code];
  // Where one thing is wrong, the message says it already.
  const faults = errors.filter(
    ({ path, message }) => ![message, `${path}: ${message}`].includes(error.message),
  );
  return { title: translated ?? error.problem.title ?? title, message: error.message, faults };
}

/** What went wrong, in the language in use. */
export function useErrorText(): (error: unknown) => ErrorText {
  const { language } = useLanguage();
  return (error) => describeError(error, language);
}
