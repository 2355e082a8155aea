import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { Words } from './en/index.ts';
import { isLanguage, type Language, loadWords, wordsOf } from './languages.ts';

const storageName = 'newsstand-language';

const LanguageContext = createContext<{ language: Language; setLanguage: (language: Language) => void }>({
  language: 'en',
  setLanguage: () => {},
});

/** Provides a language whose texts have been loaded, until another is chosen. */
export function LanguageProvider({
  initial,
  children,
}: {
  readonly initial: Language;
  readonly children: ReactNode;
}) {
  const [language, setCurrent] = useState(initial);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const setLanguage = (next: Language) => {
    localStorage.setItem(storageName, next);
    // Without a connection, the language stays as it is until the next page.
    void loadWords(next).then(
      () => setCurrent(next),
      () => {},
    );
  };
  return <LanguageContext value={{ language, setLanguage }}>{children}</LanguageContext>;
}

/** The current language, and a function to change it. */
export function useLanguage() {
  return useContext(LanguageContext);
}

/** All texts in the current language. */
export function useWords(): Words {
  return wordsOf(useLanguage().language);
}

/** The language chosen in this browser, or else the browser's own. */
export function preferredLanguage(): Language {
  const preferred = [localStorage.getItem(storageName) ?? '', ...navigator.languages];
  return preferred.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}
