import { useLanguage } from '../words/LanguageProvider.tsx';
import { describeError, type ErrorText } from './describeError.ts';

/** What went wrong, in the language in use. */
export function useErrorText(): (error: unknown) => ErrorText {
  const { language } = useLanguage();
  return (error) => describeError(error, language);
}
