import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { type Language, languages, type Words } from './defineWords.ts';

const storageName = 'newsstand-language';

const Current = createContext<{ language: Language; choose: (language: Language) => void }>({
  language: 'en',
  choose: () => {},
});

/** Lets everything below speak the language that was chosen, or else the browser's. */
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

/** The language in use, and how to choose another. */
export function useLanguage() {
  return useContext(Current);
}

/** Texts in the language in use. */
export function useWords<Tree>(words: Words<Tree>) {
  return words[useLanguage().language];
}

function firstLanguage(): Language {
  const wishes = [localStorage.getItem(storageName), ...navigator.languages];
  return (
    wishes.map((wish) => languageNamed(wish?.slice(0, 2))).find((language) => language !== undefined) ?? 'en'
  );
}

function languageNamed(name: string | undefined): Language | undefined {
  return name !== undefined && isLanguage(name) ? name : undefined;
}

function isLanguage(name: string): name is Language {
  return Object.hasOwn(languages, name);
}
