import type { Edition } from '../Edition.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../words.ts';

const locales = { en: 'en-GB', ja: 'ja-JP' } satisfies Record<Language, string>;

/** A day, as a language writes it, where the readers are. */
export function day(at: number, { language, timeZone }: Edition): Html {
  const text = new Date(at).toLocaleDateString(locales[language], { dateStyle: 'long', timeZone });
  return html`<time datetime="${new Date(at).toISOString()}">${text}</time>`;
}

/** A month of a year, January being 1. */
export function monthName(year: number, month: number, language: Language): string {
  const parts = { year: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Date(Date.UTC(year, month - 1)).toLocaleDateString(locales[language], parts);
}

/** A day and the time of day, for editors. */
export function moment(at: number): Html {
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
  return html`<time datetime="${new Date(at).toISOString()}">${new Date(at).toLocaleString('en-GB', style)} UTC</time>`;
}
