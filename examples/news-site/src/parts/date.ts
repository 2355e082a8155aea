import { type Html, html } from '../html.ts';
import type { Language } from '../words.ts';

const days = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  ja: new Intl.DateTimeFormat('ja-JP', { dateStyle: 'long', timeZone: 'UTC' }),
} satisfies Record<Language, Intl.DateTimeFormat>;

const moments = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** A day, as a language writes it. */
export function day(at: number, language: Language): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${days[language].format(at)}</time>`;
}

/** A day and the time of day, for editors. */
export function moment(at: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${moments.format(at)} UTC</time>`;
}
