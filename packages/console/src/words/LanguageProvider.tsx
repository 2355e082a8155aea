import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { Words } from './en/index.ts';
import { isLanguage, type Language, languages } from './languages.ts';

const storageName = 'newsstand-language';

const LanguageContext = createContext<{ language: Language; setLanguage: (language: Language) => void }>({
  language: 'en',
  setLanguage: () => {},
});

/** Provides the language chosen in this browser, or else the browser's own. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setCurrent] = useState(preferredLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const setLanguage = (next: Language) => {
    localStorage.setItem(storageName, next);
    setCurrent(next);
  };
  return <LanguageContext value={{ language, setLanguage }}>{children}</LanguageContext>;
}

/** The current language, and a function to change it. */
export function useLanguage() {
  return useContext(LanguageContext);
}

/** All texts in the current language. */
export function useWords(): Words {
  return languages[useLanguage().language];
}

function preferredLanguage(): Language {
  const preferred = [localStorage.getItem(storageName) ?? '', ...navigator.languages];
  return preferred.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}
