import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { Words } from './en/index.ts';
import { isLanguage, type Language, languages } from './languages.ts';

const storageName = 'newsstand-language';

const Current = createContext<{ language: Language; choose: (language: Language) => void }>({
  language: 'en',
  choose: () => {},
});

/** Provides the language chosen in this browser, or else the browser's own. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choose = (next: Language) => {
    localStorage.setItem(storageName, next);
    setLanguage(next);
  };
  return <Current value={{ language, choose }}>{children}</Current>;
}

/** The current language, and a function to choose another. */
export function useLanguage() {
  return useContext(Current);
}

/** All texts in the current language. */
export function useWords(): Words {
  return languages[useLanguage().language];
}

function firstLanguage(): Language {
  const preferred = [localStorage.getItem(storageName) ?? '', ...navigator.languages];
  return preferred.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}
