import { useMemo } from 'react';
import { useLanguage } from './LanguageProvider.tsx';

/** Compares names as people order them in a language: 2 before 10, and letters without regard to case and accents first. */
export function nameOrder(language: string): (one: string, other: string) => number {
  return new Intl.Collator(language, { numeric: true }).compare;
}

/** The same in the current language. */
export function useNameOrder(): (one: string, other: string) => number {
  const { language } = useLanguage();
  return useMemo(() => nameOrder(language), [language]);
}
