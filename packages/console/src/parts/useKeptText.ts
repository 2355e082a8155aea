import { useState } from 'react';
import { useSession } from '../api/SessionProvider.tsx';

/**
 * A text that is kept in this browser until it is sent: closing the dialog or the tab around it loses nothing. It belongs
 * to the operator, and to a place such as `comment:` with the ID of what is commented on.
 */
export function useKeptText(place: string): readonly [text: string, setText: (text: string) => void] {
  const { operatorId } = useSession().operator;
  const name = `newsstand-text:${operatorId}:${place}`;
  const [kept, setKept] = useState(() => ({ name, text: readText(name) }));
  // What is written about one thing is not about the next one.
  const text = kept.name === name ? kept.text : readText(name);
  return [
    text,
    (next) => {
      setKept({ name, text: next });
      storeText(name, next);
    },
  ];
}

function readText(name: string): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

function storeText(name: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // Storage is full or forbidden: the text lasts as long as its field.
  }
}
