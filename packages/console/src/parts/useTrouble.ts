import { useLanguage } from '../words/LanguageProvider.tsx';
import { type Told, troubleIn } from './troubleIn.ts';

/** What went wrong, in the language in use. */
export function useTrouble(): (error: unknown) => Told {
  const { language } = useLanguage();
  return (error) => troubleIn(error, language);
}
