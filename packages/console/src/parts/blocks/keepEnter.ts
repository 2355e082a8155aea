import type { KeyboardEvent } from 'react';

/** Keeps Enter in a small field from sending the form that the editor stands in. */
export function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}
