import { useEffect } from 'react';

/** Gives the window a title, as in `Keys · Newsstand`. */
export function useTitle(text: string): void {
  useEffect(() => {
    document.title = text === '' ? 'Newsstand' : `${text} · Newsstand`;
  }, [text]);
}
