import { attribute, type Html, html } from '../html.ts';

const days = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  ja: new Intl.DateTimeFormat('ja-JP', { dateStyle: 'long', timeZone: 'UTC' }),
} as const;

const moments = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** A day, as the language of a story writes it. */
export function day(at: number, language: 'ja' | undefined): Html {
  return html`<time datetime="${new Date(at).toISOString()}"${attribute('lang', language)}>${days[language ?? 'en'].format(at)}</time>`;
}

/** A day and the time of day, for editors. */
export function moment(at: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${moments.format(at)} UTC</time>`;
}
